import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SlotHeap, SlotPlaces } from './slot-heap.ts';

const SLOTS = 200;

/** Few keys, so that some are equal. Adding a slot that is in removes it. */
const changes = fc.array(fc.record({ slot: fc.nat({ max: SLOTS - 1 }), key: fc.integer({ min: -50, max: 50 }) }), {
  minLength: 400,
  maxLength: 600,
});

describe('the heap of slots', () => {
  it('has the highest key on top, after any additions and removals', () => {
    fc.assert(
      fc.property(changes, (all) => {
        const places = new SlotPlaces();
        places.reserve(SLOTS);
        const heap = new SlotHeap(places);
        const keys = new Map<number, number>();
        for (const { slot, key } of all) {
          if (keys.delete(slot)) heap.remove(slot);
          else {
            keys.set(slot, key);
            heap.add(slot, key);
          }
          const highest = Math.max(...keys.values());
          expect(heap.topKey).toBe(highest);
          if (keys.size > 0) expect(keys.get(heap.topSlot)).toBe(highest);
          expect(places.has(slot)).toBe(keys.has(slot));
        }
        for (; keys.size > 0; keys.delete(heap.topSlot), heap.remove(heap.topSlot))
          expect(heap.topKey).toBe(Math.max(...keys.values()));
      }),
    );
  });
});
