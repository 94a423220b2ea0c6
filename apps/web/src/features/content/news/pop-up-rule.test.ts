import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { memoryBackend, openStorage } from '@app/client/storage';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPopUpPage, mayPopUp, rememberPopUp } from './pop-up-rule.ts';

const NOON = new Date(2026, 10, 16, 12).getTime();
const HOUR = 3_600_000;
const empty = () => openStorage(memoryBackend());

describe('the announcement that pops up', () => {
  it('property: however often and whichever announcements are offered, at most one appears per local day', () => {
    const offers = fc.array(fc.record({ id: fc.bigInt({ min: 1n, max: 3n }), hour: fc.nat(24 * 10) }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(offers, (offered) => {
        const kept = empty();
        const days = offered
          .toSorted((a, b) => a.hour - b.hour)
          .flatMap(({ id, hour }) => {
            const now = NOON + hour * HOUR;
            if (!mayPopUp(kept, id, now)) return [];
            rememberPopUp(kept, id, now);
            return new Date(now).toDateString();
          });
        expect(new Set(days).size).toBe(days.length);
      }),
    );
  });

  it('given it was only closed, then it appears again the next day', () => {
    const kept = empty();
    rememberPopUp(kept, 11n, NOON);
    expect([mayPopUp(kept, 11n, NOON + HOUR), mayPopUp(kept, 11n, NOON + 24 * HOUR)]).toEqual([false, true]);
  });

  it('given it was opened, then it never appears again, but another one does the next day', () => {
    const kept = empty();
    rememberPopUp(kept, 11n, NOON, true);
    expect([mayPopUp(kept, 11n, NOON + 24 * HOUR), mayPopUp(kept, 12n, NOON + 24 * HOUR)]).toEqual([false, true]);
  });

  it.each([undefined, null, 'x', 5, { id: '11' }, []])('given %j is stored, then it appears', (value) => {
    const kept = empty();
    kept.write('announcement_shown', value);
    expect(mayPopUp(kept, 11n, NOON)).toBe(true);
  });

  it('appears on three of the specification’s pages, none of which trades, moves money or logs in', () => {
    const spec = resolve(import.meta.dirname, '../../../../../../docs/spec/routes.json');
    const paths = (JSON.parse(readFileSync(spec, 'utf8')) as string[]).map((path) => `/pages/${path}`); // Our own list.
    expect(paths.filter(isPopUpPage).toSorted()).toEqual([
      '/pages/index/index',
      '/pages/market/market',
      '/pages/setting/setting',
    ]);
  });
});
