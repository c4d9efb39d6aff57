//! Rollback: a game goes back ten frames, gets other input, and goes forward again, with the same bits as a run that had that input
//! from the start.
//!
//! Run it with `cargo run --release -p sweep8 --example rollback`.

use sweep8::glam::{DVec3, Vec3};
use sweep8::{CharacterId, CharacterProfile, Crowd, CrowdSettings, InputError, InstanceId, Mesh, Placement, World};

/// All that a frame changes: the crowd, and the instances that move.
struct Game {
    world: World,
    lift: InstanceId,
    crowd: Crowd,
    player: CharacterId,
}

impl Game {
    fn new() -> Result<Self, Box<dyn std::error::Error>> {
        let mut world = World::new();
        world.add(&Mesh::cuboid(Vec3::new(20.0, 0.5, 20.0))?.cook(), Placement::at(DVec3::Y * -0.5))?;
        let lift =
            world.add(&Mesh::cuboid(Vec3::new(1.0, 0.1, 1.0))?.cook(), Placement::at(DVec3::new(3.0, 0.1, 0.0)))?;
        let mut crowd = Crowd::new(CrowdSettings::default())?;
        let player = crowd.spawn_standing(&CharacterProfile::default(), Vec3::ZERO)?;
        Ok(Self { world, lift, crowd, player })
    }

    fn step(&mut self, frame: u32, desired_velocity: Vec3) -> Result<(), InputError> {
        self.crowd.set_desired_velocity(self.player, desired_velocity)?;
        let height = 0.1 + 0.5 * (f64::from(frame) * 0.05).sin().abs();
        self.world.move_to(self.lift, Placement::at(DVec3::new(3.0, height, 0.0)))?;
        let step = self.world.begin_step(1.0 / 60.0)?;
        self.crowd.step_in(&step);
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut game, mut right) = (Game::new()?, Game::new()?);
    let (mut crowd, mut motion) = (Vec::new(), Vec::new()); // reused: saving allocates nothing once they are large enough
    let real = |frame: u32| if frame < 110 { Vec3::X * 2.0 } else { Vec3::Z * 2.0 };
    for frame in 0..120 {
        if frame == 110 {
            game.crowd.save_into(&mut crowd);
            game.world.save_motion_into(&mut motion);
        }
        game.step(frame, Vec3::X * 2.0)?; // predicted: the player goes on
        right.step(frame, real(frame))?;
    }
    println!("predicted  {:016x}  at {}", game.crowd.state_hash(), game.crowd.position(game.player)?);
    game.crowd.restore(&crowd)?;
    game.world.restore_motion(&motion)?;
    for frame in 110..120 {
        game.step(frame, real(frame))?;
    }
    println!("rolled back {:016x}  at {}", game.crowd.state_hash(), game.crowd.position(game.player)?);
    println!("straight    {:016x}  at {}", right.crowd.state_hash(), right.crowd.position(right.player)?);
    assert_eq!(game.crowd.state_hash(), right.crowd.state_hash());
    Ok(())
}
