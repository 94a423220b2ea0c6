import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chosenShortcuts, openShortcuts, PLACES, SHORTCUTS, toggled } from './shortcuts.ts';

const ALL_OPEN = new Set(['spot', 'seconds', 'contract', 'copy', 'loan', 'dual', 'bonus', 'blind_box'] as const);
const offered = openShortcuts(ALL_OPEN);
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);

describe('the shortcuts of the home page', () => {
  it('given all products are open, then all pages are offered, each once', () => {
    expect(offered).toEqual(SHORTCUTS);
    expect(new Set(names(offered)).size).toBe(SHORTCUTS.length);
    expect(new Set(SHORTCUTS.map(({ path }) => path)).size).toBe(SHORTCUTS.length);
  });

  it('given a product is closed in the user’s country, then its page is not offered and the next one moves up', () => {
    const here = openShortcuts(new Set(['spot', 'copy', 'bonus'] as const));
    expect(names(here)).not.toContain('seconds');
    expect(names(here)).not.toContain('loan');
    expect(names(chosenShortcuts(undefined, here))).toEqual([
      ...['p2p', 'copy', 'earn', 'nft', 'learn', 'rewards', 'invite'],
    ]);
  });

  it('given the open products are unknown, then only pages without a product are offered', () => {
    expect(openShortcuts(new Set()).every((it) => it.product === undefined)).toBe(true);
  });

  it('given the user chose some, then they are shown in that order, without closed or unknown ones', () => {
    const here = openShortcuts(new Set(['spot'] as const));
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
    expect(toggled(seven, pick('help'))).toEqual(seven);
    expect(names(toggled(toggled(seven, pick('p2p')), pick('help'))).at(-1)).toBe('help');
  });
});
