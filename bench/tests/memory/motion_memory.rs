//! Once warm, a world whose instances move, come and go is stepped with events, saved and restored without an allocation.

use crate::ALLOCATOR;
use glam::{DVec3, Quat, Vec3};
use stats_alloc::Region;
use sweep8::{
    CharacterProfile, CookedMesh, Crowd, CrowdSettings, EventMask, InputError, InstanceId, Mesh, Placement, World,
};

const FRAME: f32 = 1.0 / 60.0;

/// Frames in which all comes back to where it was.
const PERIOD: u32 = 120;

fn cuboid(half: Vec3) -> CookedMesh {
    Mesh::cuboid(half).expect("it is a cuboid").cook()
}

/// Hundreds of slabs that go up and down and turn; every frame one more comes and another goes.
struct Moving {
    world: World,
    slabs: Vec<InstanceId>,
    mesh: CookedMesh,
    guest: InstanceId,
    crowd: Crowd,
    save: Vec<u8>,
}

impl Moving {
    fn new() -> Self {
        let mut world = World::new();
        world.add(&cuboid(Vec3::new(60.0, 0.5, 60.0)), Placement::at(DVec3::Y * -0.5)).expect("it is in range");
        let mesh = cuboid(Vec3::new(0.7, 0.1, 0.7));
        let slabs = (0..300).map(|slab| world.add(&mesh, place(slab, 0)).expect("it is in range")).collect();
        let guest = world.add(&mesh, Placement::at(DVec3::new(-20.0, 0.5, 0.0))).expect("it is in range");
        // So few that they are one task, on this thread.
        let mut crowd = Crowd::new(CrowdSettings::default()).expect("they are in range");
        crowd.record_events(EventMask::ALL);
        for number in 0..60_u8 {
            let (x, z) = (f32::from(number % 8) * 2.0, f32::from(number / 8) * 2.0);
            let id = crowd.spawn(&CharacterProfile::default(), Vec3::new(x, 3.0, z)).expect("it is in range");
            let walk = if number % 2 == 0 { Vec3::new(0.3, 0.0, 0.2) } else { Vec3::ZERO };
            crowd.set_desired_velocity(id, walk).expect("it is in range");
        }
        Self { world, slabs, mesh, guest, crowd, save: Vec::new() }
    }

    fn frame(&mut self, frame: u32) -> Result<(), InputError> {
        for (&id, slab) in self.slabs.iter().zip(0..) {
            self.world.move_to(id, place(slab, frame))?;
        }
        self.world.remove(self.guest)?;
        let about = DVec3::new(f64::from(frame) * 0.1, 0.5, 5.0);
        self.guest = self.world.add(&self.mesh, Placement::at(about))?;
        self.crowd.step_in(&self.world.begin_step(FRAME)?);
        self.world.save_motion_into(&mut self.save);
        self.world.restore_motion(&self.save).expect("it was just saved");
        Ok(())
    }
}

fn place(slab: u32, frame: u32) -> Placement {
    let phase = (frame + slab * 7) % PERIOD;
    let height = 0.02 * f64::from(phase.min(PERIOD - phase));
    let rotation = Quat::from_rotation_y(std::f32::consts::TAU * phase as f32 / PERIOD as f32);
    let (x, z) = (f64::from(slab % 18) * 2.0 - 4.0, f64::from(slab / 18) * 2.0 - 4.0);
    Placement { rotation, ..Placement::at(DVec3::new(x, height, z)) }
}

pub(crate) fn a_warm_step_in_which_hundreds_move_and_some_come_and_go_allocates_nothing() {
    let mut moving = Moving::new();
    for frame in 0..2 * PERIOD {
        moving.frame(frame % PERIOD).expect("all is in range");
    }
    let (region, mut events) = (Region::new(ALLOCATOR), 0);
    for frame in 0..PERIOD {
        moving.frame(frame).expect("all is in range");
        events += moving.crowd.events().len();
    }
    let change = region.change();
    let count = change.allocations + change.reallocations;
    assert_eq!(count, 0, "allocations in {PERIOD} frames");
    assert!(events > PERIOD as usize, "{events} events");
}
