import { memoryBackend, openStorage } from '@app/client/storage';
import { describe, expect, it } from 'vitest';
import { putAway, putAwayToday } from './put-away.ts';

const NOON = new Date(2026, 10, 16, 12).getTime();
const HOUR = 3_600_000;

describe('an announcement', () => {
  it('given it was dismissed, then it stays hidden until local midnight and no longer', () => {
    const kept = openStorage(memoryBackend());
    putAway(kept, 11n, NOON);
    expect(putAwayToday(kept, NOON + 11 * HOUR)).toBe('11');
    expect(putAwayToday(kept, NOON + 12 * HOUR)).toBeUndefined();
    expect(putAwayToday(kept, NOON + 24 * HOUR)).toBeUndefined();
  });

  it.each([undefined, null, 'x', 5, { id: '11' }, []])('given %j is stored, then none is dismissed', (value) => {
    const kept = openStorage(memoryBackend());
    kept.write('announcement_put_away', value);
    expect(putAwayToday(kept, NOON)).toBeUndefined();
  });
});
