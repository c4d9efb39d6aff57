// The walk of `kernel/tests/it/crowd/python_walk.rs`, which all packages repeat: 200 characters of two kinds in three groups.

/** Hash at its end; that of Rust and of Python is the same number. */
export const HASH = 0x0828_25ec_0d41_6c1an;

export function level({ Mesh, World }) {
    const world = new World();
    world.add(Mesh.cuboid([40, 1, 40]), [0, -1, 0]);
    const block = Mesh.cuboid([1, 0.25, 1]);
    for (let k = 0; k < 16; k++) world.add(block, [(k % 4) * 5 - 7, 0, Math.floor(k / 4) * 5 - 7]);
    return { world, lift: world.add(block, [0, 0, 12]) };
}

export function crowdOf200({ capsule, Crowd, Profile }) {
    const profiles = [new Profile({ eachOther: "solid" }), new Profile({ shape: capsule(0.25, 0.5), eachOther: "solid", mass: 20 })];
    const crowd = new Crowd();
    for (let k = 0; k < 200; k++) crowd.spawnStanding(profiles[k % 2], [(k % 20) - 9.5, 0.5, Math.floor(k / 20) * 2 - 9.5]);
    for (let k = 0; k < 200; k++) {
        crowd.group[k] = Math.floor(k / 2) % 3;
        crowd.desiredVelocity.set([(k % 5) - 2, 0, (k % 7) * 0.5 - 1.5], 3 * k);
    }
    return crowd;
}

/** Steps from one to another; there are 120. */
export function walk(crowd, { world, lift }, first = 0, last = 120) {
    for (let step = first; step < last; step++) {
        if (step === 40) for (let k = 0; k < 200; k += 3) crowd.jumpSpeed[k] = 4;
        if (step < 60) world.moveTo(lift, [0, (step + 1) / 64, 12]);
        crowd.step(world, 1 / 64);
    }
}
