#!/usr/bin/env bash
# Breaks a copy of the kernel, one line at a time, and shows which property notices, and after how long; where none does,
# which case that fuzzing found before, or else whether the golden hashes do, or which of the kernel's own tests. Ends with 1
# if a break goes unnoticed. Needs no nightly Rust; takes a night.
#   fuzz/mutations.sh [number of the first break] [of the last]
#   fuzz/mutations.sh --check    only whether each break still finds the line that it changes; a second
set -euo pipefail
cd "$(dirname "$0")/.."

# The break | file in kernel/src | sed expression that changes one line
breaks=(
    'an edge is skipped|narrow/sweep/edges.rs|/let mut fraction = lanes.splat/,/^}/s/for k in 0\.\.3 {/for k in 0..2 {/'
    'a sign: closest approach to an edge|narrow/sweep/edges.rs|s/let closest = -closing \* inverse;/let closest = closing * inverse;/'
    'a sign: the rate below a plane|narrow/sweep/plane_and_face.rs|s/lanes.select(below, -along, along)/lanes.select(below, along, -along)/'
    'an edge goes on beyond its end|narrow/sweep/edges.rs|s/lanes.le(foot_then, one);/lanes.le(foot_then, one + one);/'
    'a corner is touched late|narrow/sweep/edges.rs|s/lanes.max(ahead - half_chord, zero)/lanes.max(ahead, zero)/'
    'a face is as large as its plane|narrow/sweep/plane_and_face.rs|s/face = face \& lanes.gt(inside\[k\] + change\[k\] \* touch, zero);/let _ = change[k];/'
    'an overlap is seen late|narrow/sweep/plane_and_face.rs|s/let overlap = cuts \& lanes.lt(square, one);/let overlap = cuts \& lanes.lt(square, one - lanes.splat(1e-3));/'
    'a tolerance: edges, a thousand times|base/tolerance.rs|s/EDGE_ROUNDING: f32 = 1.2e-7/EDGE_ROUNDING: f32 = 1.2e-4/'
    'a tolerance: a graze is a tenth|base/tolerance.rs|s/GRAZE: f32 = 1e-5/GRAZE: f32 = 1e-1/'
    'a tie rule: the higher id|narrow/sweep/nearest.rs|s/let rank = (near, deep, triangle);/let rank = (near, deep, u32::MAX - triangle);/'
    'a tie rule: a seam has no window|narrow/sweep/nearest.rs|s/(fraction + SEAM_WINDOW \* motion.inverse_length).min(1.0)/fraction/'
    'a gather that forgets the reach|narrow/way_box.rs|s/(radii + Vec3A::splat(reach))/(radii + Vec3A::splat(0.0 * reach))/'
    'a stop without its gap|character/pass.rs|s/(TOUCH_PART \* self.rules.skin \/ closing)/(0.0 * self.rules.skin \/ closing)/'
    'a way that is gone is not counted|character/outcome.rs|s/self.path += length;/self.path += 0.0 * length;/'
    'what is left of a desired displacement is not shortened|character/pass.rs|s/^            left \*= 1.0 - used;/            left *= 1.0 - 0.5 * used;/'
    'a clip plane is forgotten|character/clip_planes.rs|s/self.count = self.count.max(place + 1);/self.count = self.count.max(place + 1).min(1);/'
    'a sphere passes by what it touches|narrow/sweep/cull.rs|s/(one + of.rounding), zero)/(one - lanes.splat(1e-2)), zero)/'
    'what was around once is so for ever|character/block_cache.rs|s/ || !self.bounds().holds(&near)//'
    'what was around one shape is so for all|character/block_cache.rs|s/ || self.radii != space.radii//'
    'a steep slope is no wall|character/pass.rs|s/planes.add(wall);/let _ = wall;/'
    'a depenetration does not look for the shortest way|character/depenetrate.rs|s/way.nearest() {/None::<DVec3> {/'
    'a walk forgets an eighth child|bvh/traverse/index_list.rs|/WriteIndices for IndexWriter/,/^}/s/mask.count_ones() as usize/mask.count_ones().min(7) as usize/'
    'a box ends a cell early|bvh/node.rs|s/= self.high_cell(axis, high\[axis\], around.high\[axis\]);/= self.high_cell(axis, high[axis], around.high[axis]) - 1;/'
    'a triangle may name one position too many|mesh/triangle_mesh.rs|s/corner as usize >= count/corner as usize > count/'
    'a box must begin where the reach does|narrow/rounded_box.rs|s/self.core.low.into()) - high/self.core.low.into()) - low/'
    'a face ends the way before it is touched|narrow/sweep/plane_and_face.rs|s/lanes.least(fraction) + behind/lanes.least(fraction) * lanes.splat(0.99)/'
    'lanes that wait are packed over|narrow/lane_compactor.rs|s/.rotate_left(8 \* self.count as u32)//'
    'a sphere passes by what it comes close to|narrow/sweep/cull.rs|s/let least = one + /let least = one - lanes.splat(1e-2) - /'
    'of two lanes an edge is skipped|narrow/sweep/edges.rs|s/lanes.weave3(\[b, c, a\])/lanes.weave3([b, c, c])/'
    'a motion leans off one plane only|character/clip_planes.rs|s/let along = self.in_the_way(is_carried).filter(/let along = self.in_the_way(is_carried).take(1).filter(/'
    'a projection is rounded to f32|base/active_sets.rs|s/target - normal \* ((normal.dot(target) - /target - normal * ((f64::from(normal.dot(target) as f32) - /'
    'a tolerance: clip planes, a hundred times|character/bound.rs|s/f64::from(CLIP_ROUNDING) \* (length/f64::from(CLIP_ROUNDING) * 100.0 * (length/'
    'a hull is not pushed free by a hair|character/pass.rs|s/(is_deep || iteration == 0).then_some/is_deep.then_some/'
    'a part along an edge approaches it|narrow/closest.rs|s/let d_closing = lanes.select3(ends, d, d_across);/let d_closing = d;/'
    'a depenetration is taken though it has less room|character/room.rs|s/if of_there > factor + hair {/if of_there > 0.0 {/'
    'a depenetration gives up where there is no room|base/half_spaces.rs|s/^        (point, behind)$/        (point * 0.0, behind)/'
    'a hull is the whole though it has no room|character/room.rs|s/let hull = self.scaled((factor - hair).max(1.0));/let hull = self.hull();/'
    'a fall down a crease goes on as slow as its projection|character/slider.rs|s/self.fall_speed = straight;/self.fall_speed = along.frictionless.dot(down);/'
    'a triangle begins with the corner it came with|bvh/build/from_mesh.rs|s/let first = first_corner(corners);/let first = 0;/'
    'a move so short that its square is nothing|base/tolerance.rs|s/SHORTEST_MOVE: f32 = 1e-16/SHORTEST_MOVE: f32 = 1e-30/'
    'a pushed character stays at rest|crowd/access.rs|/fn set_input/,/^    }/s/self.resting\[slot\] = None;//'
    'a character at rest is not counted|crowd/step.rs|s/return StepReport::of(slots.resting);/return StepReport::default();/'
    'a wish along a plane does not lean off it|character/clip_planes.rs|s/plane.outward(desired) >= lean/plane.outward(desired) >= 0.0/'
    'a sweep looks no farther than the motion goes|base/tolerance.rs|s/LOOK_PART: f32 = 2.0 \* TOUCH_PART/LOOK_PART: f32 = 0.0/'
    'a hull that no axis lets grow is measured as if it did|character/room.rs|s/if fits > growth.min_element() {/if fits > whole {/'
    'a steep slope is a wall on floors, too|character/clip_planes.rs|s/!is_carried ||/true || !is_carried ||/'
    'an edge that is passed by is touched|narrow/sweep/edges.rs|s/lanes.gt(ahead_square, rounding \* rounding)/lanes.ge(ahead_square, zero)/'
    'who comes to the end of a steep slope stays on its edge|character/pass.rs|s/\&\& leaving.dot(normal) > 0.0/\&\& leaving.dot(normal) > 1e9/'
    'who stood takes on what walls make of gravity|character/character_move.rs|s/Ground::Floor(_) if !stood/Ground::Floor(_) if stood || !stood/'
    'who settles takes on what is level of it|character/character_move.rs|/fn velocity_after/,/^}/s/^                first$/                first + second/'
    'a fall moves by the speed that it ends with|character/character_move.rs|s/let mean = (velocity + then) \* 0.5;/let mean = then;/'
    'free ids are not saved|crowd/save.rs|s/first_free: self.ids.first_free,/first_free: u32::MAX,/'
    'the checksum of a save is not looked at|base/saved_bytes.rs|s/if checksum(all).to_le_bytes() != \*sum {/if false \&\& checksum(all).to_le_bytes() != *sum {/'
    'a code of a state is not checked|character/state.rs|s/if SlideStatus::of_code(self.status_code).is_none() {/if false {/'
    'a slope as steep as carries does so by chance|base/tolerance.rs|s/SLOPE_ROUNDING: f32 = 9.6e-7/SLOPE_ROUNDING: f32 = 0.0/'
    'a hull made anew in each move creeps nearer to a wall|character/pass.rs|s/(role == Role::Fall || self.is_narrow \&\& !role.is_snap())/(role == Role::Fall)/'
    'a way to more room leads out of what is not in its way|character/room.rs|s/let found = if nearer.is_free { nearer }/let found = if nearer.is_free { depenetrated }/'
    'from outside an approach that is rounding counts|narrow/sweep/hits.rs|s/1.0 - APPROACH_ROUNDING \* motion/1.0 - 0.0 * motion/'
    'a way past what moves begins where that was|character/push.rs|s/(offset.as_dvec3() + ahead, motion - ahead)/(offset.as_dvec3() + 0.0 * ahead, motion - ahead)/'
    'what moves and is touched asks for nothing|character/push.rs|s/let behind = met.displacement - carried;/let behind = 0.0 * met.displacement - carried;/'
    'a step is one part, whatever turns|character/ride.rs|s/parts = parts.max(needed as u32);/parts = parts.max(needed.min(1.0) as u32);/'
    'what is passed on a way is where it ends|world/instance.rs|s/(low_end.min(low_start), high_end.max(high_start))/(low_end.min(low_end.max(low_start)), high_end.max(high_end.min(high_start)))/'
    'what has moved changes where it comes to only|world/instance_motion.rs|/fn begin_step/,/^    }/s/self.changes.note(\&bounds);/let _ = bounds; self.entries[index as usize].instance.as_ref().and_then(|of| checked(\&of.mesh, \&motion.end()).ok()).inspect(|bounds| self.changes.note(bounds));/'
    'what is remembered of a world holds in its copy|world/changes.rs|/impl Clone for Changes/,/^}/s/world: next_world()/world: self.world/'
    'a rider goes with its centre, not its feet|character/ride.rs|s/{ profile.touching(state.ground_normal) }/{ 0.0 * profile.touching(state.ground_normal) }/'
    'who crushes is not named|character/push.rs|s/self.crushed_by = Some(first);/self.crushed_by = Some(first).filter(|_| false);/'
    'what moves lies still, too|character/push.rs|s/instances.only_those(Which::Still)/instances.only_those(if false { Which::Still } else { Which::All })/'
    'who is crushed enters what lies still|character/push.rs|s/(collision_set.touch(\&swept), swept.deepest() > tolerated)/(collision_set.touch(\&swept).filter(|_| self.crushed_by.is_none()), swept.deepest() > tolerated)/'
    'a target is restored without its rotation|world/instance_motion.rs|s/self.set_target(target.of, target.placement())/self.set_target(target.of, Placement { rotation: Placement::IDENTITY.rotation, ..target.placement() })/'
    'a sign: the velocity kept of the ground|character/character_move.rs|s/state.velocity += left;/state.velocity -= left;/'
    'who lands on moving ground keeps its velocity|character/character_move.rs|s/velocity - reached \* part/velocity - 0.0 * reached * part/'
    'a turn goes the long way round|frame/rigid_motion.rs|s/if first.dot(second) < 0.0 {/if false \&\& first.dot(second) < 0.0 {/'
    'what takes the place of a target is not told|world/instance_motion.rs|s/self.set_mover(moved, place);/self.set_mover(moved, place + 1);/'
    'a body that what turns is in at a start stays in it|character/ride.rs|s/rider.turning(\&near)/0.0 * rider.turning(\&near)/'
    'weights begin with the corner that the block begins with|bvh/corner_order.rs|s/let from = 3 - usize::from(self.first.min(3));/let from = 3 - 0 * usize::from(self.first);/'
    'weights of a mirrored triangle stay as they are seen|bvh/corner_order.rs|s/if self.is_mirrored { (z, y) }/if false \&\& self.is_mirrored { (z, y) }/'
    'a front is met from behind|query/contact.rs|s/(is_front, has_plane) = (self.height >= 0.0,/(is_front, has_plane) = (self.height <= 0.0,/'
    'a face hides what is behind it from the list of all hits|narrow/sweep/plane_and_face.rs|s/let limit = if EACH { limit }/let limit = if EACH \&\& false { limit }/'
    'the last lanes of a sweep for all hits are forgotten|query/sweep/each.rs|s/= self.compactor.last(self.lanes) {/= self.compactor.last(self.lanes).filter(|_| false) {/'
    'a triangle that has lost its area stays where it was|bvh/refit.rs|s/if has_area(corners) {/if has_area(corners) || true {/'
    'what deforms has changed where it comes to only|bvh/refit.rs|s/let both = before.union(\&self.blocks.around\[child\]);/let both = before.union(\&self.blocks.around[child]).intersection(\&self.blocks.around[child]);/'
    'what has a target goes with the shape that it had|world/deform.rs|s/self.movers.replace(place, mover);/let _ = (place, mover);/'
    'vertices that leave the grid stay in it|bvh/refit.rs|s/if has_triangles \&\& !self.grid_fits(\&around) {/if has_triangles \&\& !self.covered.valid() {/'
    'around a turned body too small a ball is listed for|character/gather_instances.rs|s/Vec3::splat(space.radii.max_element() \*/Vec3::splat(0.5 * space.radii.min_element() */'
    'a turned body moves as body space sees it|character/oriented_move.rs|s/turn.world_displacement(body.position.to_dvec3().as_vec3())/body.position.to_dvec3().as_vec3()/'
    'who is half through a platform is on it|character/one_sided.rs|s/contact.depth > ON_FRONT_OVERLAP ||/false \&\& contact.depth > ON_FRONT_OVERLAP ||/'
    'a platform stops who is beside its rim|character/one_sided.rs|s/dot(face) < ON_FRONT_COSINE/dot(face) < 0.0 * ON_FRONT_COSINE/'
    'a triangle that is ignored stays among the candidates|query/scratch.rs|s/|| ignored.contains(/|| false \&\& ignored.contains(/'
    'who is stopped early in a narrow wedge stays there|character/pass.rs|s/let nearer = self.way_between(desired, role, planes, nearer);/let nearer = if false { self.way_between(desired, role, planes, nearer) } else { nearer };/'
    'a way out of an overlap meets what is ignored|character/set_apart.rs|s/if self.tree.is_none() \&\& (instances/if false \&\& self.tree.is_none() \&\& (instances/'
    'what is ignored and overlapped is an overlap|character/collision_set.rs|s/if ignored.is_none() \&\& start/if false \&\& ignored.is_none() \&\& start/'
    'what moves, is ignored and overlapped is an overlap|character/placed_sweep.rs|s/if ignored.is_none() \&\& start/if false \&\& ignored.is_none() \&\& start/'
    'who turns keeps its centre, not its feet|character/world_turn_character.rs|s/state.position.moved(up \*/state.position.moved(0.0 * up */'
    'a sensor stops somebody|world/solids.rs|s/let is_met = instance.kind != /let is_met = true || instance.kind != /'
    'both of a pair use up the whole gap|character/neighbourhood.rs|s/part(mass, other).clamp(LEAST_SHARE, 1.0 - LEAST_SHARE)/1.0 + 0.0 * part(mass, other)/'
    'a pass does not know how much of a gap is used up|character/bound.rs|s/self.outward(motion).max(0.0)/(self.gives + 0.0 * self.outward(motion)).max(0.0)/'
    'others are looked for in one cell|crowd/neighbour_cells.rs|s/let reach = half + self.widest;/let reach = 0.0 * (half + self.widest);/'
    'who rests does not notice who comes|crowd/neighbours.rs|s/columns.resting\[slot\] = None;/let _ = slot;/'
    'what a turned shape meets stays as it sees it|query/viewpoint.rs|s/map_or(v, |turn| turn.world_displacement(v))/map_or(v, |_| v)/'
    'a slide of a turned shape ends as it sees it|character/outcome.rs|s/start.moved(turn.world_displacement(\(.*\)));/start.moved(\1);/'
    'a part of a body lies where one f32 is|query/sweep/world_sweep.rs|s/shape, center.moved(offset), displacement/shape, center.moved(offset).high.into(), displacement/'
    'a query asks where characters were|crowd/character_index.rs|s/if let Some(boxes) = self.boxes.take() {/if let Some(boxes) = None::<BoxTree> {/'
    'of two ellipsoids one is not turned|shape/ellipsoid_pair.rs|s/let turn = axes.transpose() \* second.axes();/let turn = axes.transpose();/'
    'a motion ends before an ellipsoid is touched|shape/ellipsoid_pair.rs|s/part > 0.0 \&\& square <= 1.0 + PAIR_ROUNDING/part > 0.0/'
    'who is inside of a region is not in it|query/sensors.rs|s/if !is_in {/if false \&\& !is_in {/'
    'a step may be as high as it is|character/steps.rs|s/ \&\& height <= self.rules.step_height;/ \&\& height <= self.rules.step_height * 1.5;/'
    'the way up onto a step is not asked for room|character/steps.rs|s/let raised = highest \* self.free_way(at, self.up \* highest).0;/let raised = highest;/'
    'the room behind an edge is not asked for|character/steps.rs|s/stop.filter(|_| part < 1.0) {/stop.filter(|_| part < 0.0) {/'
    'what is on top of a step need not carry|character/steps.rs|s/self.is_floor(normal).then_some(Landing { raised, normal })/Some(Landing { raised, normal })/'
    'an edge carries whatever is behind it|character/steps.rs|s/self.has_floor_behind(at, edge).then_some(normal)/Some(normal)/'
    'a flight of narrow treads is a wall to wide bodies|character/steps.rs|s/let is_next_step = !stop.is_face/let is_next_step = false \&\& !stop.is_face/'
    'what is above the next step is one, too|character/steps.rs|s/next - height <= self.rules.step_height;/next - height <= 9.0 * self.rules.step_height;/'
    'who stands sinks by what a sweep rounds|base/tolerance.rs|s/SETTLED_PART: f32 = 0.01/SETTLED_PART: f32 = 0.0/'
    'a step is gone over without coming down|character/steps.rs|s/self.advance(up \* -down, raised \* down);/let _ = down;/'
    'what stops the way over a step is forgotten|character/steps.rs|s/let (part, stop) = self.free_way(self.offset + up, level);/let (part, stop) = (1.0, None);/'
    'who rises snaps to the ground|character/character_move.rs|s/|| rises || up == Vec3::ZERO/|| up == Vec3::ZERO/'
    'ground is snapped to that does not carry|character/snap.rs|s/if !self.is_floor(normal) {/if normal.dot(self.up) <= 0.0 {/'
    'ground is looked for as far as slopes lead only|character/snap.rs|s/if self.is_off_ground || /if true || self.is_off_ground || /'
    'who walks falls, too|character/slider.rs|s/^                    Ended::Slid => break,/                    Ended::Slid => {}/'
    'a walkable angle is compared the wrong way|character/slider.rs|/fn is_floor/,/^    }/s/normal.dot(self.up) >= self.rules.slope_cosine/normal.dot(self.up) >= 1.0 - self.rules.slope_cosine/'
    'what does not support is ground|character/slider.rs|s/} else if normal.dot(self.up) > SLOPE_ROUNDING {/} else if normal.dot(self.up) > -2.0 {/'
    'the level way is not kept on slopes|character/walk_motion.rs|s/if slope_speed == SlopeSpeed::Along {/if slope_speed == SlopeSpeed::Along || true {/'
    'of several floors the lowest carries|character/walk_motion.rs|s/rises.reduce(f64::max)/rises.reduce(f64::min)/'
    'a wall is what it is on level ground|character/walk_motion.rs|s/let across = normal - floor \* (normal.dot(up) \/ floor.dot(up));/let across = normal - floor * (0.0 * normal.dot(up));/'
    'what rises keeps what it desires along up|character/character_move.rs|s/first -= up \* first.dot(up);/first -= up * (0.0 * first.dot(up));/'
    'a chunk belongs to no step|crowd/step.rs|s/Step { origin, ..step }/Step { origin: { let _ = origin; Origin::NONE }, ..step }/'
    'a sort is not seen|crowd/sort.rs|s/span!(DEBUG, "sort");/span!(DEBUG, "neighbours");/'
    'what is in no layer is met by who asks for all|world/instances.rs|s/self.have_layerless |= layers == 0;/let _ = layers;/'
    'changed bytes of a cooked mesh pass|bvh/bytes/layout.rs|s/if hash_of(all).to_ne_bytes() != \*hash {/if false \&\& hash_of(all).to_ne_bytes() != *hash {/'
    'nodes of a cooked mesh are taken as they come|bvh/bytes/check_tree.rs|s/if bytemuck::bytes_of(&expected) != /if false \&\& bytemuck::bytes_of(\&expected) != /'
    'corners of a cooked mesh may be anything|bvh/bytes/measure_blocks.rs|s/let wrong = held ^ named | flat/let wrong = 0 * (held ^ named) | flat/'
    'a fall may have any speed|character/slider.rs|s/).min(self.passes.max_fall_speed);/);/'
    'a mesh that gets no area keeps the boxes of its points|bvh/refit.rs|s/} else if self.covered.is_empty() {/} else if false \&\& self.covered.is_empty() {/'
    'a child that has become empty keeps its cells|bvh/node.rs|s/(self.low\[axis\]\[child\], self.high\[axis\]\[child\]) = (0, 0);/let _ = axis;/'
    'the upper edge of a wall that is touched is a next step|character/steps.rs|s/let is_low = !is_face || /let is_low = true || /'
)
for ((number = 1; number <= ${#breaks[@]}; number++)); do
    IFS='|' read -r what file change <<< "${breaks[number - 1]}"
    lines=$(sed "$change" "kernel/src/$file" | diff "kernel/src/$file" - | grep -c '^>' || true)
    [ "$lines" -eq 1 ] || { echo "fuzz/mutations.sh: break $number, $what, changes $lines lines of $file, not one" >&2; exit 2; }
done
[ "${1:-}" != --check ] || exit 0

# The full number of cases of every test.
export SWEEP8_LONG=1

# Properties and the tests that drive them, a line each.
drives=$(awk '/^fn .*\(\) \{/ { test = $2; sub(/\(.*/, "", test) } /^ *drive\("/ { split($0, part, "\""); print part[2], test }' \
    bench/tests/properties.rs)
[ "$(wc -l <<< "$drives")" -eq "$(grep -c '^path = "fuzz_targets/' fuzz/Cargo.toml)" ] ||
    { echo 'fuzz/mutations.sh: bench/tests/properties.rs does not have a drive for each target' >&2; exit 2; }

# Builds a test of the copy; where its program is.
built() {
    (cd "$copy" && cargo test --release --locked --quiet --package sweep8-bench --test "$1" --no-run \
        --message-format json --target-dir ../build | sed -n 's/.*"name":"'"$1"'".*"executable":"\([^"]*\)".*/\1/p')
}

# Runs a test of a program; the time until it failed, if it did.
noticed_by() {
    local begun=$EPOCHREALTIME
    if ! timeout 300 "$1" --exact "$2" > "$copy/log" 2>&1; then
        awk -v name="$3" -v begun="$begun" -v ended="$EPOCHREALTIME" 'BEGIN { printf " %s %.2f s,", name, ended - begun }'
    fi
}

# The first test that failed, if one did, of the output of many; without a time, as all of them were run.
first_failed() {
    awk '/^test .* FAILED$/ && !found { print " " $2 ","; found = 1 }'
}

# The first that fails of the cases that fuzzing found: the tests of a program that do not drive a property.
failing_case() {
    local skipped
    skipped=$(awk '{ print "--skip " $2 }' <<< "$drives")
    # shellcheck disable=SC2086 # words of their own
    ("$1" --exact $skipped 2>&1 || true) | first_failed
}

# The first that fails of the kernel's own tests.
failing_test() {
    (cd "$copy" && cargo test --locked --package sweep8 --target-dir ../build --no-fail-fast 2>&1 || true) | first_failed
}

first=${1:-1}
last=${2:-${#breaks[@]}}
copy=target/mutations/copy
rm -rf "$copy"
mkdir -p "$copy"
git ls-files -z | xargs -0 cp --parents --target-directory "$copy"

# Where nothing is broken, nothing must be noticed.
"$(built properties)" > "$copy/log" 2>&1 || { echo 'fuzz/mutations.sh: the kernel fails as it is: cargo test' >&2; exit 2; }

unnoticed=0
for ((number = first; number <= last; number++)); do
    IFS='|' read -r what file change <<< "${breaks[number - 1]}"
    whole="kernel/src/$file"
    sed "$change" "$whole" > "$copy/$whole"

    noticed=''
    program=$(built properties)
    while read -r property test; do
        noticed+=$(noticed_by "$program" "$test" "$property")
    done <<< "$drives"
    [ -n "$noticed" ] || noticed=$(failing_case "$program")
    if [ -z "$noticed" ]; then
        program=$(built golden)
        noticed=$(noticed_by "$program" crowds_end_in_the_committed_state_on_any_backend_and_number_of_threads 'golden hashes')
    fi
    [ -n "$noticed" ] || noticed=$(failing_test)
    noticed=${noticed%,}
    [ -n "$noticed" ] || { noticed=' NOT NOTICED'; unnoticed=$((unnoticed + 1)); }
    printf '%2d  %-52s %-33s%s\n' "$number" "$what" "$file" "$noticed"
    cp "$whole" "$copy/$whole"
done
printf '\n%d breaks, %d not noticed\n' $((last - first + 1)) "$unnoticed"
[ "$unnoticed" -eq 0 ]
