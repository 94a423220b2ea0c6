import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chosenShortcuts, offerOf, PLACES, SHORTCUTS, toggled } from './shortcuts.ts';

const { open: offered } = offerOf(() => true);
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);

describe('the shortcuts of the home page', () => {
  it('given all pages are open, then all are offered, each once', () => {
    expect(offered).toEqual(SHORTCUTS);
    expect(new Set(names(offered)).size).toBe(SHORTCUTS.length);
    expect(new Set(SHORTCUTS.map(({ path }) => path)).size).toBe(SHORTCUTS.length);
  });

  it('offers a page on home if and only if it is open, and announces every other', () => {
    fc.assert(
      fc.property(fc.subarray(SHORTCUTS.map(({ path }) => path)), (paths) => {
        const isOpen = (path: string) => paths.some((it) => it === path);
        const { open, closed } = offerOf(isOpen);
        expect(open.every(({ path }) => isOpen(path))).toBe(true);
        expect(closed.some(({ path }) => isOpen(path))).toBe(false);
        expect(open.length + closed.length).toBe(SHORTCUTS.length);
        for (const { path } of chosenShortcuts(['p2p', 'nft', 'help'], open)) expect(isOpen(path)).toBe(true);
      }),
    );
  });

  it('given the user chose some, then they are shown in that order, without closed or unknown ones', () => {
    const { open: here } = offerOf((path) => path !== '/pages/transaction/index2');
    expect(names(chosenShortcuts(['help', 'seconds', 'yacht', 'p2p', 'help', 7], here))).toEqual(['help', 'p2p']);
  });

  it.each([undefined, null, 'p2p', {}, [], ['yacht'], [null]])('given %j was stored, then the first seven', (kept) => {
    expect(chosenShortcuts(kept, offered)).toEqual(offered.slice(0, PLACES));
  });

  it('never shows more than seven or any twice, whatever was stored', () => {
    const kept = fc.array(fc.oneof(fc.constantFrom(...names(SHORTCUTS)), fc.string(), fc.integer()));
    fc.assert(
      fc.property(kept, (list) => {
        const shown = names(chosenShortcuts(list, offered));
        expect(shown.length).toBeLessThanOrEqual(PLACES);
        expect(new Set(shown).size).toBe(shown.length);
      }),
    );
  });
});

describe('choosing shortcuts', () => {
  const pick = (name: string) => offered.find((it) => it.name === name) ?? expect.fail(name);
  const first = chosenShortcuts(['p2p', 'nft'], offered);

  it('adds a new one last and removes a chosen one', () => {
    expect(names(toggled(first, pick('help')))).toEqual(['p2p', 'nft', 'help']);
    expect(names(toggled(first, pick('p2p')))).toEqual(['nft']);
  });

  it('given seven are chosen, when another is pressed, then nothing changes until one is removed', () => {
    const seven = chosenShortcuts(undefined, offered);
    expect(toggled(seven, pick('nft'))).toEqual(seven);
    expect(names(toggled(toggled(seven, pick('help')), pick('nft'))).at(-1)).toBe('nft');
  });
});
