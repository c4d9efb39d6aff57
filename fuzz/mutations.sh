#!/usr/bin/env bash
# Breaks a copy of the kernel, one line at a time, and shows which property detects it, and after how long; if none does,
# which case of earlier fuzzing, else whether the golden hashes do, else which of the kernel's own tests. Exits with 1 if a break
# is not detected. Needs no nightly Rust; takes a night.
#   fuzz/mutations.sh [number of the first break] [of the last]
#   fuzz/mutations.sh --quick [first] [last]    stops at what detects a break first, with the cases of a short test; a minute or two each
#   fuzz/mutations.sh --check    checks only that each break still changes exactly one line; a second
set -euo pipefail
cd "$(dirname "$0")/.."

# The break | file in kernel/src | sed expression that changes one line
breaks=(
    'an edge is skipped|narrow/sweep/edges.rs|/let mut fraction = lanes.splat/,/^}/s/for k in 0\.\.3 {/for k in 0..2 {/'
    'a sign: closest approach to an edge|narrow/sweep/edges.rs|s/let closest = -closing \* inverse;/let closest = closing * inverse;/'
    'a sign: the rate below a plane|narrow/sweep/plane_and_face.rs|s/lanes.select(below, -along, along)/lanes.select(below, along, -along)/'
    'the end of an edge is not checked|narrow/sweep/edges.rs|s/lanes.le(foot_then, one);/lanes.le(foot_then, one + one);/'
    'a corner contact is late|narrow/sweep/edges.rs|s/lanes.max(ahead - half_chord, zero)/lanes.max(ahead, zero)/'
    'a face is as large as its plane|narrow/sweep/plane_and_face.rs|s/face = face \& lanes.gt(inside\[k\] + change\[k\] \* touch, zero);/let _ = change[k];/'
    'an overlap is detected late|narrow/sweep/plane_and_face.rs|s/let overlap = cuts \& lanes.lt(square, one);/let overlap = cuts \& lanes.lt(square, one - lanes.splat(1e-3));/'
    'a tolerance: edges, a thousand times|base/tolerance.rs|s/EDGE_ROUNDING: f32 = 1.2e-7/EDGE_ROUNDING: f32 = 1.2e-4/'
    'a tolerance: grazes, ten thousand times|base/tolerance.rs|s/GRAZE: f32 = 1e-5/GRAZE: f32 = 1e-1/'
    'a tie rule: the higher id|narrow/sweep/nearest.rs|s/let rank = (near, deep, triangle);/let rank = (near, deep, u32::MAX - triangle);/'
    'a tie rule: a seam has no window|narrow/sweep/nearest.rs|s/(fraction + SEAM_WINDOW \* motion.inverse_length).min(1.0)/fraction/'
    'a gather ignores the reach|narrow/way_box.rs|s/(radii + Vec3A::splat(reach))/(radii + Vec3A::splat(0.0 * reach))/'
    'a stop without its gap|character/slide/slide_setup.rs|s/(TOUCH_PART \* rules.skin \/ closing)/(0.0 * rules.skin \/ closing)/'
    'a covered length is not added to the path|character/slide/slide_observer.rs|s/self.path += length;/self.path += 0.0 * length;/'
    'the rest of a desired displacement is too long|character/slide/pass.rs|s/^        left \*= 1.0 - used;/        left *= 1.0 - 0.5 * used;/'
    'a clip plane is dropped|character/slide/clip_planes.rs|s/self.count = self.count.max(place + 1);/self.count = self.count.max(place + 1).min(1);/'
    'the cull drops a touched lane|narrow/sweep/cull.rs|s/(one + of.rounding), zero)/(one - lanes.splat(1e-2)), zero)/'
    'the block cache ignores a new place|character/collide/block_cache.rs|s/ || !self.bounds().holds(&near)//'
    'the block cache ignores a new shape|character/collide/block_cache.rs|s/ || self.radii != space.radii//'
    'a steep slope is no wall|character/slide/pass.rs|s/planes.add(wall);/let _ = wall;/'
    'a depenetration does not take the shortest direction|character/collide/depenetrate.rs|s/way.nearest() {/None::<DVec3> {/'
    'children of a node are out of order|base/sorting_network.rs|s/\[1, 3\], \[1, 2\]\];/[1, 3], [0, 1]];/'
    'a traversal drops an eighth child|bvh/traverse/index_list.rs|/WriteIndices for IndexWriter/,/^}/s/mask.count_ones() as usize/mask.count_ones().min(7) as usize/'
    'a box ends a cell early|bvh/lay_node.rs|s/= self.high_cell(axis, high\[axis\], around.high\[axis\]);/= self.high_cell(axis, high[axis], around.high[axis]) - 1;/'
    'an index may be one too large|mesh/mesh.rs|s/corner as usize >= count/corner as usize > count/'
    'a box test uses the wrong side of the reach|narrow/rounded_box.rs|s/self.core.low.into()) - high/self.core.low.into()) - low/'
    'a face ends the sweep before its contact|narrow/sweep/plane_and_face.rs|s/lanes.least(fraction) + behind/lanes.least(fraction) * lanes.splat(0.99)/'
    'waiting lanes are overwritten|narrow/lane_compactor.rs|s/.rotate_left(8 \* self.count as u32)//'
    'the cull drops a lane that comes close|narrow/sweep/cull.rs|s/let least = one + /let least = one - lanes.splat(1e-2) - /'
    'the third edge is skipped in pairs of lanes|narrow/sweep/edges.rs|s/lanes.weave3(\[b, c, a\])/lanes.weave3([b, c, c])/'
    'a motion leans off one plane only|character/slide/clip_planes.rs|s/let along = self.in_the_way(is_carried).filter(/let along = self.in_the_way(is_carried).take(1).filter(/'
    'a projection is rounded to f32|base/active_sets.rs|s/target - normal \* ((normal.dot(target) - /target - normal * ((f64::from(normal.dot(target) as f32) - /'
    'a tolerance: clip planes, a hundred times|character/others/bounds.rs|s/f64::from(CLIP_ROUNDING) \* (length/f64::from(CLIP_ROUNDING) * 100.0 * (length/'
    'a hull is not pushed out of a tiny overlap|character/slide/pass.rs|s/(is_deep || iteration == 0).then_some/is_deep.then_some/'
    'the part of a motion along an edge counts as an approach|narrow/closest.rs|s/let d_closing = lanes.select3(ends, d, d_across);/let d_closing = d;/'
    'a depenetration is used although it leaves less room|character/collide/room.rs|s/if of_there > factor + hair {/if of_there > 0.0 {/'
    'a depenetration without room does nothing|base/half_spaces.rs|s/^        (point, behind)$/        (point * 0.0, behind)/'
    'a hull keeps its full size without room|character/collide/room.rs|s/let hull = self.scaled((factor - hair).max(1.0));/let hull = self.hull();/'
    'a fall down a crease keeps the speed of its projection|character/slide/run_passes.rs|s/progress.fall_speed = straight;/progress.fall_speed = along.frictionless.dot(down);/'
    'a triangle keeps its first corner|bvh/build/from_mesh.rs|s/let first = first_corner(corners);/let first = 0;/'
    'a move whose square underflows is accepted|base/tolerance.rs|s/SHORTEST_MOVE: f32 = 1e-16/SHORTEST_MOVE: f32 = 1e-30/'
    'a pushed character stays at rest|crowd/access.rs|/fn set_input/,/^    }/s/self.resting\[slot\] = None;//'
    'a character at rest is not counted|crowd/step.rs|s/return StepReport::of(slots.resting);/return StepReport::default();/'
    'a motion along a plane does not lean off it|character/slide/clip_planes.rs|s/plane.outward(desired) >= lean/plane.outward(desired) >= 0.0/'
    'a sweep does not look beyond the motion|base/tolerance.rs|s/LOOK_PART: f32 = 2.0 \* TOUCH_PART/LOOK_PART: f32 = 0.0/'
    'a hull that cannot grow is measured as if it did|character/collide/room.rs|s/if fits > growth.min_element() {/if fits > whole {/'
    'a steep slope is a wall on floors, too|character/slide/clip_planes.rs|s/!is_carried ||/true || !is_carried ||/'
    'an edge that the motion misses is touched|narrow/sweep/edges.rs|s/lanes.gt(ahead_square, rounding \* rounding)/lanes.ge(ahead_square, zero)/'
    'a character at the end of a steep slope stays on its edge|character/slide/pass.rs|s/leaving.dot(stop.normal) > 0.0/leaving.dot(stop.normal) > 1e9/'
    'a standing character keeps velocity that walls made of gravity|character/step/character_move.rs|s/Ground::Floor(_) if !stood/Ground::Floor(_) if stood || !stood/'
    'a settling character keeps the level part of it|character/step/character_move.rs|/fn velocity_after/,/^}/s/^                first$/                first + second/'
    'a fall moves by the speed that it ends with|character/step/move_passes.rs|s/let mean = (velocity + then) \* 0.5;/let mean = then;/'
    'free ids are not saved|crowd/save.rs|s/first_free: self.ids.first_free,/first_free: u32::MAX,/'
    'the checksum of a save is not checked|base/saved_bytes.rs|s/if checksum(all).to_ne_bytes() != \*sum {/if false \&\& checksum(all).to_le_bytes() != *sum {/'
    'a code of a state is not checked|character/model/state.rs|s/if SlideStatus::of_code(self.status_code).is_none() {/if false {/'
    'rounding decides about the steepest floor|base/tolerance.rs|s/SLOPE_ROUNDING: f32 = 9.6e-7/SLOPE_ROUNDING: f32 = 0.0/'
    'a scaled hull creeps nearer to a wall|character/slide/pass.rs|s/(role == Role::Fall || setup.is_narrow \&\& !role.is_snap())/(role == Role::Fall)/'
    'a motion to more room avoids planes that are not in its way|character/collide/room.rs|s/let found = if nearer.is_free { nearer }/let found = if nearer.is_free { depenetrated }/'
    'an approach by rounding counts from outside|narrow/sweep/hits.rs|s/1.0 - APPROACH_ROUNDING \* motion/1.0 - 0.0 * motion/'
    'a push starts from the old place of the mover|character/carried/push.rs|s/(offset.as_dvec3() + ahead, motion - ahead)/(offset.as_dvec3() + 0.0 * ahead, motion - ahead)/'
    'a mover that touches does not push|character/carried/push.rs|s/let behind = met.displacement - carried;/let behind = 0.0 * met.displacement - carried;/'
    'a step is not cut near a rotation|character/carried/rider.rs|s/parts = parts.max(needed as u32);/parts = parts.max(needed.min(1.0) as u32);/'
    'the bounds of an instance ignore its path|world/instance.rs|s/(low_end.min(low_start), high_end.max(high_start))/(low_end.min(low_end.max(low_start)), high_end.max(high_end.min(high_start)))/'
    'a moved instance changes only its new place|world/instance_step.rs|/fn begin_step/,/^    }/s/self.changes.note(index, \&bounds);/let _ = bounds; self.entries[index as usize].instance.as_ref().and_then(|of| checked(\&of.mesh, \&motion.end()).ok()).inspect(|bounds| self.changes.note(index, bounds));/'
    'a cache of a world is used for its copy|world/changes.rs|/^impl Clone for Changes/,/^}/s/        Self::default()/        Self { world: self.world, latest: self.latest, ..Self::default() }/'
    'a rider follows its centre, not its feet|character/carried/rider.rs|s/let contact = position.to_dvec3() - before;/let contact = position.to_dvec3() - 0.0 * before;/'
    'the arm to the centre does not turn with the ground|character/carried/arm.rs|s/let normal = motion.turned_by(part) \*/let normal = motion.turned_by(0.0 * part) */'
    'a character in the air ignores the motion of what is around it|character/carried/ride.rs|s/rider.carrier = lanes.call_outlined(in_air);/let _ = in_air;/'
    'moving ground carries only from the second step on|character/carried/frame.rs|s/if is_floor(normal) \&\& swept.fraction() < first/if false \&\& is_floor(normal) \&\& swept.fraction() < first/'
    'a moving surface takes velocity as one that lies still|character/slide/pass.rs|s/planes.next_moves(scene.velocity_of(touch, frame));/let _ = frame;/'
    'a push comes on top of the own motion|character/step/character_move.rs|s/passes.displacements = without_push(passes.displacements, push);/passes.displacements = without_push(passes.displacements, 0.0 * push);/'
    'a push gives no velocity|character/step/character_move.rs|s/\(passes.velocities\[.*\] +=\) change;/\1 0.0 * change;/'
    'a push is told without its velocity|character/step/tell_pushes.rs|s/map_or(along_axes, |turn|/map_or(0.0 * along_axes, |turn|/'
    'a conveyor carries into its floor|character/carried/rider.rs|s/^        way - normal \* way.dot(normal)$/        way/'
    'a disc carries along tangents|world/surface_motion.rs|s/let versine = 2.0 \* half_sine \* half_sine;/let versine = 0.0 * half_sine;/'
    'a snap along a wall leads into another character|character/slide/snap.rs|s/neighbourhood.part(progress.offset, way) < 1.0/neighbourhood.part(progress.offset, way) < 0.0/'
    'a body squeezed by rounding is not crushed|character/slide/slide.rs|s/is_squeezed = !room.is_too_small;/is_squeezed = false \&\& !room.is_too_small;/'
    'a named frame is forgotten in the air|character/step/character_move.rs|s/Bond::Named => is_there \&\& (/Bond::Named => false \&\& is_there \&\& (/'
    'the crushing instance is not reported|character/carried/push.rs|s/self.crushed_by = Some(first);/self.crushed_by = Some(first).filter(|_| false);/'
    'a mover counts as static, too|character/carried/push.rs|s/instances.only_those(Which::Still)/instances.only_those(if false { Which::Still } else { Which::All })/'
    'a crushed character enters static instances|character/carried/push.rs|s/(collision_set.touch(\&swept), swept.deepest() > tolerated)/(collision_set.touch(\&swept).filter(|_| self.crushed_by.is_none()), swept.deepest() > tolerated)/'
    'a target is restored without its rotation|world/instance_step.rs|s/self.set_target(target.of, target.placement())/self.set_target(target.of, Placement { rotation: Placement::IDENTITY.rotation, ..target.placement() })/'
    'a sign: the velocity kept from the ground|character/step/character_move.rs|s/state.velocity += frame.velocity;/state.velocity -= frame.velocity;/'
    'a landing on moving ground keeps the velocity|character/carried/frame.rs|s/velocity - ground \* part/velocity - 0.0 * ground * part/'
    'a rotation takes the longer arc|frame/rigid_motion.rs|s/if first.dot(second) < 0.0 {/if false \&\& first.dot(second) < 0.0 {/'
    'a replaced target is not recorded|world/instance_step.rs|s/self.set_mover(moved, place);/self.set_mover(moved, place + 1);/'
    'a body that overlaps a turning mover at the start stays in it|character/carried/ride.rs|s/rider.turning(near)/0.0 * rider.turning(near)/'
    'weights start with the first corner of the block|bvh/corner_order.rs|s/let from = 3 - usize::from(self.first.min(3));/let from = 3 - 0 * usize::from(self.first);/'
    'weights of a mirrored triangle are not swapped|bvh/corner_order.rs|s/if self.is_mirrored { (z, y) }/if false \&\& self.is_mirrored { (z, y) }/'
    'a front is touched from behind|query/contact.rs|s/(is_front, has_plane) = (self.height >= 0.0,/(is_front, has_plane) = (self.height <= 0.0,/'
    'a face removes hits behind it from the list of all hits|narrow/sweep/plane_and_face.rs|s/let limit = if EACH { limit }/let limit = if EACH \&\& false { limit }/'
    'the last lanes of a sweep for all hits are dropped|query/sweep/each.rs|s/= self.compactor.last(self.lanes) {/= self.compactor.last(self.lanes).filter(|_| false) {/'
    'a triangle without area keeps its old place|bvh/refit.rs|s/if has_area(corners) {/if has_area(corners) || true {/'
    'a deformed instance changes only its new place|bvh/refit.rs|s/let both = before.union(\&self.blocks.around\[child\]);/let both = before.union(\&self.blocks.around[child]).intersection(\&self.blocks.around[child]);/'
    'a deformed mover keeps its old shape|world/deform.rs|s/self.movers.replace(place, mover);/let _ = (place, mover);/'
    'vertices outside of the grid are not detected|bvh/refit.rs|s/if has_triangles \&\& !self.grid_fits(\&around) {/if has_triangles \&\& !self.covered.valid() {/'
    'the gather of a turned body uses too small a ball|character/collide/gather_instances.rs|s/Vec3::splat((space.radii.max_element() + spine)/Vec3::splat((0.5 * space.radii.min_element())/'
    'a turned body moves in body space|character/step/oriented_move.rs|s/turn.world_displacement(body.position.to_dvec3().as_vec3())/body.position.to_dvec3().as_vec3()/'
    'a body half through a platform is on its front|character/collide/one_sided.rs|s/contact.depth > ON_FRONT_OVERLAP ||/false \&\& contact.depth > ON_FRONT_OVERLAP ||/'
    'a platform stops a body outside of its rim|character/collide/one_sided.rs|s/dot(face) < ON_FRONT_COSINE/dot(face) < 0.0 * ON_FRONT_COSINE/'
    'an ignored triangle stays among the candidates|query/ignored_contacts.rs|s/|| self.has_triangle(/|| false \&\& self.has_triangle(/'
    'an early stop in a narrow wedge is final|character/slide/pass.rs|s/let nearer = way_between(.*);/let nearer = nearer; let _ = ways;/'
    'a depenetration touches ignored triangles|character/collide/triangle_source.rs|s/if instances.contact_filter().is_some() || scratch/if false \&\& instances.contact_filter().is_some() || false \&\& scratch/'
    'an ignored overlap counts|character/collide/collision_set.rs|0,/if ignored.is_none/s/if ignored.is_none() \&\& start/if false \&\& ignored.is_none() \&\& start/'
    'an ignored overlap with a mover counts|character/collide/placed_sweep.rs|/fn sweep_placed(/,/^    }/s/if ignored.is_none() \&\& start/if false \&\& ignored.is_none() \&\& start/'
    'a turn keeps the centre, not the feet|character/step/world_turn_character.rs|s/state.position.moved(up \*/state.position.moved(0.0 * up */'
    'a sensor stops a character|world/solids.rs|s/let is_met = instance.kind != /let is_met = true || instance.kind != /'
    'both of a pair use the whole gap|character/others/neighbourhood.rs|s/part(mass, other).clamp(LEAST_SHARE, 1.0 - LEAST_SHARE)/1.0 + 0.0 * part(mass, other)/'
    'a pass ignores the used part of a gap|character/others/bounds.rs|s/self.outward(motion).max(0.0)/(self.gives + 0.0 * self.outward(motion)).max(0.0)/'
    'nobody in the way of a heap makes room|character/others/parting.rs|s/if !overlaps \&\& near.rank < self.rank {/if false \&\& !overlaps \&\& near.rank < self.rank {/'
    'a character that overlaps bounds a push|character/others/parting.rs|s/.max(-near.normal.dot(level)).max(0.0) as f32;/.max(-near.normal.dot(level)).min(0.0) as f32;/'
    'a desired velocity turns a push|character/others/parting.rs|s/        push \* farther.max(1.0)/        push * farther.max(1.0) + desired/'
    'a row between two walls balances|base/tolerance.rs|s/ASIDE: f64 = 0.125/ASIDE: f64 = 0.0/'
    'a pass without a motion does not look for the world|character/slide/pass.rs|s/                \&\& iteration == 0$/                \&\& iteration == 99/'
    'heaps are not looked for after a doubtful step|crowd/step.rs|s/\*is_unsure |= others.is_unsure || /*is_unsure |= false \&\& others.is_unsure || /'
    'neighbours are searched for in one cell|crowd/neighbours/cells.rs|s/let reach = half + region.widest;/let reach = 0.0 * (half + region.widest);/'
    'a resting character ignores an arriving one|crowd/neighbours/neighbours.rs|s/columns.resting\[slot\] = None;/let _ = slot;/'
    'contacts of a turned shape stay in body space|query/viewpoint.rs|s/map_or(v, |turn| turn.world_displacement(v))/map_or(v, |_| v)/'
    'the end of a slide of a turned shape stays in body space|character/model/outcome.rs|s/start.moved(turn.world_displacement(\(.*\)));/start.moved(\1);/'
    'a part of a body is placed in one f32|query/sweep/world_sweep.rs|s/(center.moved(offset), None)/(Position::from(center.moved(offset).high), None)/'
    'a query uses old positions of characters|crowd/queries/character_index.rs|s/if let Some(trees) = self.trees.take() {/if let Some(trees) = None::<CharacterTrees> {/'
    'the second of two ellipsoids is not turned|shape/ellipsoid_pair.rs|s/let turn = axes.transpose() \* second.axes();/let turn = axes.transpose();/'
    'a motion ends before it touches an ellipsoid|shape/ellipsoid_pair.rs|s/part > 0.0 \&\& square <= 1.0 + PAIR_ROUNDING/part > 0.0/'
    'the first group is all there is|crowd/groups.rs|s/if states.iter().all(|state| state.group == first) {/if true {/'
    'a character that goes to another group wakes nobody|crowd/act.rs|/fn set_group/,/^    }/s/self.batch.departs(self.profiles.list(), slot);/let _ = slot;/'
    'a character inside of a region is not reported|query/sensors.rs|s/if !is_in {/if false \&\& !is_in {/'
    'a stair step may be half as high again|character/slide/steps.rs|s/let highest = base + limit + /let highest = base + 1.5 * limit + /'
    'the motion up onto a stair step is not swept|character/slide/follow.rs|s/let stop = if first == Vec3::ZERO {/let stop = if true || first == Vec3::ZERO {/'
    'an obstacle without a floor before it is a step|character/slide/steps.rs|s/(base, floor) => base.or(floor)?,/(base, floor) => base.or(floor).unwrap_or(height),/'
    'the top of a stair step need not be a floor|character/slide/steps.rs|s/top.or(is_at_floor.then_some(false)).map/Some(top.unwrap_or(true)).map/'
    'a trace ends on what is no floor|character/slide/trace.rs|s/if setup.is_floor(normal) {/if setup.is_floor(normal) || true {/'
    'a trace misses the floor of an edge that it has passed|character/slide/trace.rs|s/if back < 0.0$/if false \&\& back < 0.0/'
    'an edge is climbed from a floor behind the one that carries|character/slide/steps.rs|s/(Some(base), Some(floor)) => base.min(floor),/(Some(base), Some(_)) => base,/'
    'a standing character sinks by rounding|base/tolerance.rs|s/SETTLED_PART: f32 = 0.01/SETTLED_PART: f32 = 0.0/'
    'a trace stays as high as it rose|character/slide/trace.rs|s/^        \*at -= up \* (depth \* part);/        *at -= up * (0.0 * depth * part);/'
    'the motion over a stair step is not swept|character/slide/follow.rs|s/= free_way(setup, set, at + first, over);/= FreeWay { part: 1.0, stop: None };/'
    'a rising character snaps to the ground|character/step/move_passes.rs|s/|| rises || up == Vec3::ZERO/|| up == Vec3::ZERO/'
    'a character snaps to steep ground|character/slide/snap.rs|s/if setup.is_floor(normal) \&\& is_near/if normal.dot(setup.up) > 0.0 \&\& is_near/'
    'the snap reaches only as far as slopes lead|character/slide/snap.rs|s/if progress.is_off_ground || /if true || progress.is_off_ground || /'
    'a walking character falls, too|character/slide/run_passes.rs|s/if end == Ended::Slid {/if false \&\& end == Ended::Slid {/'
    'a walkable angle is compared the wrong way|character/slide/slide_setup.rs|/fn is_floor/,/^    }/s/normal.dot(self.up) >= self.rules.slope_cosine/normal.dot(self.up) >= 1.0 - self.rules.slope_cosine/'
    'a surface that does not support is ground|character/slide/progress.rs|s/} else if normal.dot(setup.up) > SLOPE_ROUNDING {/} else if normal.dot(setup.up) > -2.0 {/'
    'the level speed is not kept on slopes|character/slide/walk_motion.rs|s/if slope_speed == SlopeSpeed::Along {/if slope_speed == SlopeSpeed::Along || true {/'
    'the lowest of several floors carries|character/slide/walk_motion.rs|s/rises.reduce(f64::max)/rises.reduce(f64::min)/'
    'a wall on a slope counts as on level ground|character/slide/walk_motion.rs|s/let across = normal - floor \* (normal.dot(up) \/ floor.dot(up));/let across = normal - floor * (0.0 * normal.dot(up));/'
    'profiles without characters are not used again|crowd/profiles.rs|s/if self.unused < KEPT {/if true || self.unused < KEPT {/'
    'a profile that has characters is used again|crowd/profiles.rs|s/let is_free = |&place: &usize| self.uses\[place\] == 0;/let is_free = |_: \&usize| true;/'
    'a new profile wakes everybody|crowd/rest.rs|s/\*known = profile.bits();/let _ = (known, profile);/'
    'changes of far cells are those of near ones|world/changes.rs|s/while entries\[place\]\[2\] != 0 \&\& entries/while false \&\& entries[place][2] != 0 \&\& entries/'
    'a full table of changes forgets without telling|world/changes.rs|s/self.dropped = self.dropped.max(halfway - 1);/let _ = halfway;/'
    'targets that were reached are saved|world/instance_step.rs|s/filter(|_| !self.are_moving())/filter(|_| true)/'
    'the world of a step carries by any call|character/step/world_move_character.rs|s/.moving(in_step);/.moving(in_step || true);/'
    'an instance that is not in the save is none too many|world/save.rs|s/(None, Some(_)) => return Err/(None, Some(_)) if false => return Err/'
    'any number of steps is restored|crowd/save.rs|s/if steps > MOST_STEPS {/if false \&\& steps > MOST_STEPS {/'
    'a weightless character finds no ground|character/slide/run_passes.rs|s/None if passes.hovers => /None if passes.hovers \&\& false => /'
    'a weightless character that desires upwards is held|character/step/move_passes.rs|s/let takes_off = /let takes_off = false \&\& /'
    'drag depends on the time step|base/exponential.rs|s/let mut left = 1.0 - part \* mean;/let mut left = 1.0 - part;/'
    'a knock-back feels no friction|character/step/move_passes.rs|s/(state.ground_material) \* weight.max(0.0)/(state.ground_material) * weight.min(0.0)/'
    'a bounce has the speed after the step|character/slide/rebound.rs|s/let square = before \* before + (after \* after - before \* before) \* fallen;/let square = after * after + 0.0 * fallen;/'
    'a body at rest bounces|character/slide/rebound.rs|s/let given = (after - before).max(0.0);/let given = (after - before).min(0.0);/'
    'a corner gives speed to what bounces|character/slide/clip_velocities.rs|s/if square > most {/if square > most * 2.0 {/'
    'a push is as fast for all sizes|character/others/body_capsule.rs|s/f64::from(MOST_PUSH \* self.radius \* seconds)/f64::from(MOST_PUSH * 0.4 * seconds)/'
    'velocities on the ground end below a speed for all sizes|character/step/character_move.rs|s/SLOWEST_ON_GROUND \* profile.shape().radii().min_element()/SLOWEST_ON_GROUND * 0.4/'
    'a desire along up counts under gravity|character/step/move_passes.rs|s/if input.gravity == Vec3::ZERO { desired }/if true { desired }/'
    'a character keeps its desired motion along up|character/step/move_passes.rs|s/first -= up \* first.dot(up);/first -= up * (0.0 * first.dot(up));/'
    'a chunk has no parent step|crowd/step.rs|s/Step { origin, ..step }/Step { origin: { let _ = origin; Origin::NONE }, ..step }/'
    'a sort has no span|crowd/sort.rs|s/span!(DEBUG, "sort");/span!(DEBUG, "neighbours");/'
    'an instance in no layer is found by queries of all layers|world/instances.rs|s/self.have_layerless |= layers == 0;/let _ = layers;/'
    'changed bytes of a cooked mesh are accepted|bvh/bytes/read.rs|s/if hash.end() == \*expected { Ok/if true || hash.end() == *expected { Ok/'
    'nodes of a cooked mesh are not checked|bvh/bytes/check_tree.rs|s/if bytemuck::bytes_of(&expected) != /if false \&\& bytemuck::bytes_of(\&expected) != /'
    'triangles of a cooked mesh are not checked|bvh/bytes/measure_blocks.rs|s/if lanes.bits(sure) != ALL {/if false \&\& lanes.bits(sure) != ALL {/'
    'corners of a cooked mesh lie anywhere|bvh/bytes/measure_blocks.rs|s/lanes.bits(!within(lanes, sides, &allowed))/lanes.bits(past \& !within(lanes, sides, \&allowed))/'
    'empty lanes of a cooked mesh have any corners|bvh/bytes/measure_blocks.rs|s/empty & is_nowhere }/empty | is_nowhere }/'
    'an id of a cooked mesh comes twice|bvh/bytes/check_tree.rs|s/if ones(&met) != triangles {/if false \&\& ones(\&met) != triangles {/'
    'a fall may have any speed|character/slide/run_passes.rs|s/).min(setup.passes.max_fall_speed);/);/'
    'a mesh without area keeps the boxes of its points|bvh/refit.rs|s/} else if self.covered.is_empty() {/} else if false \&\& self.covered.is_empty() {/'
    'an empty child keeps its cells|bvh/lay_node.rs|s/(self.low\[axis\]\[child\], self.high\[axis\]\[child\]) = (0, 0);/let _ = axis;/'
    'a kerb is rolled over|character/slide/kerbs.rs|s/rises \&\& setup.has_kerbs()/false \&\& setup.has_kerbs()/'
    'ground beside an edge is no ground|character/slide/kerbs.rs|s/face.is_some_and(|face| setup.is_floor(face.normal))/face.is_some_and(|face| false \&\& setup.is_floor(face.normal))/'
    'the edge of a kerb is the floor of a walk|character/slide/run_passes.rs|s/>= 0.0 || !setup.has_kerbs()/>= 0.0 || true/'
    'a ceiling above the path is a wall|character/slide/pass.rs|s/let is_ceiling = role == Role::Walk/let is_ceiling = false \&\& role == Role::Walk/'
    'a trace off a step stops at what it meets|character/slide/trace.rs|s/if slides { LEAST_SLIDING } else { COSINE_ASIDE }/if slides \&\& false { LEAST_SLIDING } else { COSINE_ASIDE }/'
    'a way over a step shifts off walls by less than rounding|character/slide/follow.rs|s/(closing \/ sine).max(least_shift)/(closing \/ sine).max(0.0 * least_shift)/'
    'a landing up a slope leads out of what was gathered|character/slide/run_passes.rs|s/setup.cover(\&mut scene.set, progress.offset, landing_reach(landing.length(), setup.rules));/let _ = landing_reach(landing.length(), setup.rules);/'
    'a trace turns round corners|character/slide/trace.rs|s/if slides { LEAST_SLIDING } else { COSINE_ASIDE }/if slides { LEAST_SLIDING } else { -2.0 * COSINE_ASIDE }/'
    'a query that counts approaches only counts every overlap|narrow/sweep/hits.rs|s/if approach_only { Self::Approach } else/if approach_only { Self::Contact } else/'
    'an overlap that a sweep only leaves is told at its hit|query/sweep/world_sweep.rs|s/ \&\& fraction == 0.0;/;/'
    'a skipped triangle is skipped in all instances|world/filter.rs|s/self.instance == instance \&\& /let _ = instance; /'
    'a ray skips nothing|query/crossed.rs|s/if !self.skipped.has(crossed.instance, crossed.triangle) {/if true {/'
    'a place is judged by rays through edges|query/contains.rs|s/crossed.weights.min_element() > LEAST_WEIGHT/true/'
    'a cavity counts as a solid|query/contains.rs|s/+= if is_front { -1 } else { 1 };/+= if is_front { 1 } else { 1 };/'
    'a sphere leaves a triangle by a fixed way|shape/sphere.rs|s/if to_center == DVec3::ZERO { front/if to_center.x < 0.0 { front/'
    'a state that is placed by its feet keeps its centre there|character/model/state.rs|s/feet.into().to_dvec3() + up.as_dvec3() \*/feet.into().to_dvec3() + 0.0 * up.as_dvec3() */'
    'a capsule: the other end is tested beyond the side|narrow/sweep/capsule_edges.rs|/Corner, end: depth/,/from_end/s/lanes.select(lanes.ge(comes_in, zero), half, -half)/lanes.select(lanes.ge(comes_in, zero), -half, half)/'
    'a capsule: an edge takes the other end|narrow/sweep/capsule_edges.rs|/Edge, end: m/,/from_end/s/lanes.select(lanes.ge(comes_in, zero), half, -half)/lanes.select(lanes.ge(comes_in, zero), -half, half)/'
    'a capsule: the side has no end|narrow/sweep/capsule_edges.rs|s/lanes.ge(depth_square, -rounding) \& lanes.le(lanes.abs(beside), half);/lanes.ge(depth_square, -rounding);/'
    'a capsule: the side of an edge is skipped|narrow/sweep/capsule_edges.rs|s/let leads = nears \& lanes.lt(distance + rate, touching)/let leads = nears \& lanes.lt(distance + rate, zero - one - touching)/'
    'a capsule: the far end meets a face|narrow/sweep/capsule_sweep.rs|s/lanes.select(rises, half, -half)/lanes.select(rises, -half, half)/'
    'a capsule: the plane ignores the spine|narrow/sweep/capsule_sweep.rs|s/let height = lanes.abs(signed) - lanes.abs(n.y) \* half;/let height = lanes.abs(signed);/'
    'a capsule: the cull ignores the spine|narrow/sweep/capsule_cull.rs|s/prism.of.inside\[k\] + lanes.abs(prism.slope\[k\]) \* prism.half/prism.of.inside[k]/'
    'a walk: beside a wall the edge of a step is level|character/slide/edges.rs|s/turned.replace_floors(Plane::surface(edge.normal, 0.0, true));/turned.replace_floors(Plane::surface(setup.up, 0.0, true));/'
    'a walk: far out nobody rests on an edge|character/slide/edges.rs|s/let edge = on_edge.map_or(/let edge = on_edge.filter(|_| false).map_or(/'
    'a capsule: a crossed plane is judged|narrow/sweep/capsule_sweep.rs|s/lanes.ge(height, zero) \& lanes.ge(height + rate \* limit, zero)/lanes.every()/'
    'a capsule: boxes do not grow by the spine|narrow/mover.rs|/pub(crate) trait Mover/,/^}/s/\[low - spine, high + spine\]/[low - spine, high]/'
    'a capsule: a crossing has no depth|narrow/closest_to_spine.rs|s/lanes.select(crosses, -(depth \* depth), square)/lanes.select(crosses, depth - depth, square)/'
    'a capsule: an edge is as near as its line across the spine|narrow/closest_to_spine.rs|s/let is_between = lanes.le(lanes.abs(beside.y), half);/let is_between = lanes.le(lanes.abs(beside.y), half + half);/'
    'a capsule: the way out is that of the face|base/triangle_spine.rs|s/if best.is_none_or(|best| depth < -best.distance) {/if best.is_none_or(|best| depth < -2.0 * best.distance) {/'
    'a capsule: the end is chosen where the side is touched|narrow/sweep/capsule_edges.rs|s/let comes_in = m.y + d.y \* lanes.max(closest - wider_chord, zero);/let comes_in = beside + wider_chord * zero;/'
    'a capsule: a side counts only at the computed fraction|narrow/sweep/capsule_edges.rs|s/if lanes.any(near) {/if lanes.any(near) \&\& lanes.any(on_side \& !on_side) {/'
    'a snap forgets how far a long step rose over the ground|character/slide/snap.rs|s/let risen = progress.offset.dot(setup.up).max(0.0);/let risen = 0.0;/'
    'a long step over a crest snaps deeper than a short one|character/slide/snap.rs|s/lowest < feet \&\& !is_under_way/lowest < -setup.vertical_radius() \&\& !is_under_way/'
    'a long step off a rim lands below it|character/slide/snap.rs|s/let is_deep = is_below_rim(setup, height) || /let is_deep = /'
    'a long step down stairs falls|character/slide/snap.rs|s/if is_deep \&\& !is_walked(setup, set, at) {/if is_deep {/'
    'a way between two surfaces goes to and fro|character/slide/follow.rs|s/let is_between = shift.dot(normal) < 0.0;/let is_between = false;/'
    'a step is looked for straight ahead only|character/slide/trace.rs|s/if floor.is_some() || !turns {/if floor.is_some() || true || !turns {/'
    'a mover that a callback ignores carries through the air|character/carried/frame.rs|s/^            if !meets {$/            if false \&\& !meets {/'
    'a mover that stays takes the fall speed of a slide|character/carried/frame.rs|s/mover.motion.reach(1.0) > 0.0;/mover.motion.reach(1.0) >= 0.0;/'
    'the speed of a fall chooses the frame in the air|character/carried/frame.rs|s/^        across.or(whole)$/        { let _ = across; whole }/'
    'a walk: in a crease the slope may be met first|character/slide/snap.rs|s/face_below(setup, progress, scene, floor)?;/face_below(setup, progress, scene, floor).filter(|_| false)?;/'
    'a walk: a flat crease is where its slope is met|character/slide/snap.rs|s/off \* beyond, towards/off * 0.0 * beyond, towards/'
    'a walk: a base that slopes is as high as a piece ends|character/slide/trace.rs|s/if is_face$/if false \&\& is_face/'
    'a walk: an edge that faces a wall has no base|character/slide/trace.rs|s/LEAST_SLIDING: f32 = 0.008_727/LEAST_SLIDING: f32 = 0.1/'
    'a block cache keeps the blocks of what has moved|world/changes.rs|s/changed <= stamp as u32)/changed <= u32::MAX.max(stamp as u32))/'
    'a block cache of an earlier step tells that no mover is near|character/collide/block_cache.rs|s/self.bounds().holds(near) \&\& self.renew_stamp(lanes, instances)/self.bounds().holds(near)/'
    'a long way over a step is not tried in a piece|character/slide/steps.rs|s/Err(Over::Held) if near < 1.0 =>/Err(Over::Held) if near < 0.0 =>/'
    'a lane by itself ends the way of those that win at seams|narrow/sweep/plane_and_face.rs|s/of_lane.fraction\[lane\] + SEAM_WINDOW \* motion.inverse_length/of_lane.fraction[lane]/'
    'a hull at rest overlaps the plane of a triangle beside it|narrow/sweep/overlap.rs|s/lanes.select(over_face, height \* height, on_edges)/height * height + zero * on_edges/'
    'a ray slips past an edge that points at it from afar|narrow/ray.rs|s/all.abs() >= BROAD_ON_RAY \*/all.abs() >= 0.0 * BROAD_ON_RAY */'
    'a search for the closest point ends before blocks that are as near|bvh/traverse/nearest_first.rs|s/\[nearest % WIDTH\] > visitor.limit()/[nearest % WIDTH] > 0.5 * visitor.limit()/'
    'the plane of a needle leans where distances are measured|narrow/closest.rs|s/let n = n - longest.scale(n.dot(longest) \* scale);/let n = n - longest.scale(zero * n.dot(longest) * scale);/'
    'a search for the closest point drops blocks that are as near|bvh/traverse/nearest_first.rs|s/lanes.bits(lanes.le(lanes.load(\&near\[group\]), lanes.splat(limit)))/lanes.bits(lanes.lt(lanes.load(\&near[group]), lanes.splat(0.5 * limit)))/'
    'the boxes of a node are mapped without their rounding|narrow/seen_children.rs|s/SIDE_ROUNDING: f32 = 2.0 \* BOX_ROUNDING/SIDE_ROUNDING: f32 = 0.0 * BOX_ROUNDING/'
    'a mover passes by the box that it moves through|world/movers.rs|s/        self.boxes.meets(lanes, bounds)/        false \&\& self.boxes.meets(lanes, bounds)/'
    'what has changed before a step is forgotten in it|world/movers.rs|s/\&\& since.is_directly_before(now)/\&\& (true || since.is_directly_before(now))/'
    'the deepest of several overlaps may be skipped|narrow/sweep/nearest.rs|s/if near <= 0.0 { deep + 4.0 \* SEAM_WINDOW } else/if near <= 0.0 { 0.5 * deep } else/'
    'what is too high above the floor is traced|character/slide/steps.rs|s/is_some_and(|floor| height > floor + limit + rounding)/is_some_and(|floor| height > floor + limit + 9.0)/'
    'the end of a way over a step is tested straight down|character/slide/steps.rs|s/if !contact.is_face || !walls.add(/if true || !walls.add(/'
    'an edge that is a floor within the gap is no step|character/slide/steps.rs|s/top.or(is_at_floor.then_some(false)).map/top.map/'
    'only who has not moved keeps the floor of a crease|character/slide/snap.rs|s/floor.filter(|_| setup.passes.rests_on_floor)?;/floor.filter(|_| setup.passes.rests_on_floor \&\& progress.offset == Vec3::ZERO)?;/'
    'a ray of a bulk call goes down to the first of several children|query/ray_group.rs|s/if met.is_power_of_two() {/if met != 0 {/'
    'of the characters around several rays the last is left out|crowd/queries/character_search.rs|s/in \&self.members\[..self.count\]/in \&self.members[..self.count.saturating_sub(1)]/'
    'gaps on the way to a heap are no room|crowd/neighbours/heaps.rs|s/let room = so_far.room() + (spare + needed).max(0.0) as f32;/let room = so_far.room();/'
    'a hull comes down from a wall that leans over without end|character/slide/pass.rs|s/is_ceiling \&\& short_ways < SHORT_WAYS/is_ceiling \&\& short_ways < 99 + SHORT_WAYS/'
    'a triangle beside the end of a spine is left out|narrow/swept_sphere.rs|s/spread = lanes.abs(axis.dot(spine));/spread = lanes.splat(0.0);/'
    'a small triangle ahead is left out|narrow/swept_sphere.rs|s/let farthest = lanes.max(axis.dot(lanes.splat3(self.displacement \* 0.5)), zero) + spread;/let farthest = spread;/'
    'triangles that could have been many are not prepared|character/collide/gather.rs|s/if may_be_many \&\& !is_culled(blocks.len()) {/if may_be_many \&\& blocks.is_empty() {/'
    'a sweep in a dense place finds nothing|query/sweep/world_sweep.rs|s/report(lanes, tree, input, \&nearest);/let _ = nearest;/'
    'rest forgets how far a search for steps has looked|crowd/rest.rs|s/self.block_cache.watch(looked_in);/let _ = looked_in;/'
    'where nothing could be the base of an edge one is looked for aside|character/slide/trace.rs|s/if !slides || out - beyond <= /if true || out - beyond <= /'
    'whatever lies beyond an edge, no base is looked for aside|character/slide/trace.rs|s/|| is_all || is_over_nothing(setup, set, trace)/|| is_all || true/'
    'a box is empty if no triangle lies in all of it|character/collide/oriented_box.rs|s/lanes.ge(high, lanes.splat(least))/lanes.ge(low, lanes.splat(least))/'
)
for ((number = 1; number <= ${#breaks[@]}; number++)); do
    IFS='|' read -r what file change <<< "${breaks[number - 1]}"
    lines=$(sed "$change" "kernel/src/$file" | diff "kernel/src/$file" - | grep -c '^>' || true)
    [ "$lines" -eq 1 ] || { echo "fuzz/mutations.sh: break $number, $what, changes $lines lines of $file, not one" >&2; exit 2; }
done
[ "${1:-}" != --check ] || exit 0

# The full number of cases of every test, compiled for speed; or what detects a break soonest.
quick='' profile=(--release)
if [ "${1:-}" = --quick ]; then
    quick=yes profile=()
    shift
else
    export SWEEP8_LONG=1
fi

# Properties and the tests that drive them, one pair per line.
drives=$(awk '/^fn .*\(\) \{/ { test = $2; sub(/\(.*/, "", test) } /^ *drive\("/ { split($0, part, "\""); print part[2], test }' \
    bench/properties/tests/properties.rs)
[ "$(wc -l <<< "$drives")" -eq "$(grep -c '^path = "fuzz_targets/' fuzz/Cargo.toml)" ] ||
    { echo 'fuzz/mutations.sh: bench/properties/tests/properties.rs does not have a drive for each target' >&2; exit 2; }

# Builds a test of a package of the copy; prints the path of its program.
built() {
    (cd "$copy" && cargo test "${profile[@]}" --locked --quiet --package "$1" --test "$2" --no-run \
        --message-format json --target-dir ../build | sed -n 's/.*"name":"'"$2"'".*"executable":"\([^"]*\)".*/\1/p')
}

# Runs a test of a program; prints the time until it failed, if it did, or that it did not end.
noticed_by() {
    local begun=$EPOCHREALTIME status=0
    timeout 300 "$1" --exact "$2" > "$copy/log" 2>&1 || status=$?
    if [ "$status" -eq 124 ]; then
        printf ' %s DID NOT END,' "$3"
    elif [ "$status" -ne 0 ]; then
        awk -v name="$3" -v begun="$begun" -v ended="$EPOCHREALTIME" 'BEGIN { printf " %s %.2f s,", name, ended - begun }'
    fi
}

# Prints the first failed test in the output of many, if there is one; without a time, because all of them ran.
first_failed() {
    awk '/^test .* FAILED$/ && !found { print " " $2 ","; found = 1 }'
}

# Prints the first failing case of earlier fuzzing: a test of a program that does not drive a property.
failing_case() {
    local skipped
    skipped=$(awk '{ print "--skip " $2 }' <<< "$drives")
    # shellcheck disable=SC2086 # separate words
    ("$1" --exact $skipped 2>&1 || true) | first_failed
}

# Prints the first failing test of the kernel.
failing_test() {
    (cd "$copy" && cargo test --locked --package sweep8 --target-dir ../build --no-fail-fast 2>&1 || true) | first_failed
}

first=${1:-1}
last=${2:-${#breaks[@]}}
copy=target/mutations/copy
rm -rf "$copy"
mkdir -p "$copy"
git ls-files -z | xargs -0 cp --parents --target-directory "$copy"

# Without a break nothing may fail.
"$(built sweep8-properties properties)" > "$copy/log" 2>&1 || { echo 'fuzz/mutations.sh: the unbroken kernel fails: cargo test' >&2; exit 2; }

unnoticed=0
for ((number = first; number <= last; number++)); do
    IFS='|' read -r what file change <<< "${breaks[number - 1]}"
    whole="kernel/src/$file"
    sed "$change" "$whole" > "$copy/$whole"

    noticed='' hung=''
    program=$(built sweep8-properties properties)
    while read -r property test; do
        found=$(noticed_by "$program" "$test" "$property")
        # What does not end is told, but is no detection: a machine with other work is as slow.
        if [[ $found == *'DID NOT END'* ]]; then hung+=$found; else noticed+=$found; fi
        [ -z "$quick" ] || [ -z "$noticed" ] || break
    done <<< "$drives"
    [ -n "$noticed" ] || noticed=$(failing_case "$program")
    if [ -z "$noticed" ]; then
        program=$(built sweep8-bench golden)
        found=$(noticed_by "$program" crowds_end_in_the_committed_state_on_any_backend_and_number_of_threads 'golden hashes')
        if [[ $found == *'DID NOT END'* ]]; then hung+=$found; else noticed=$found; fi
    fi
    [ -n "$noticed" ] || noticed=$(failing_test)
    [ -n "$noticed" ] || { noticed=' NOT NOTICED,'; unnoticed=$((unnoticed + 1)); }
    noticed=$noticed$hung
    noticed=${noticed%,}
    printf '%2d  %-52s %-33s%s\n' "$number" "$what" "$file" "$noticed"
    cp "$whole" "$copy/$whole"
done
printf '\n%d breaks, %d not noticed\n' $((last - first + 1)) "$unnoticed"
[ "$unnoticed" -eq 0 ]
