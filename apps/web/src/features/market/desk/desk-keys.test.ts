import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deskAction, symbolBeside } from './desk-keys.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false };

describe('a key on the wide market page', () => {
  it('acts on the list', () => {
    const actions = ['j', 'k', 'Enter', 'b', 's', 'f', '/'].map((key) => deskAction({ key, ...plain }, 'list'));
    expect(actions).toEqual(['next', 'previous', 'chart', 'buy', 'sell', 'favourite', 'search']);
  });

  it('does nothing in a field, behind a sheet or with a modifier', () => {
    fc.assert(
      fc.property(fc.constantFrom('j', 'Enter', 'b', '/', 'constructor'), (key) => {
        expect(deskAction({ key, ...plain }, 'field')).toBeUndefined();
        expect(deskAction({ key, ...plain }, 'behind')).toBeUndefined();
        for (const modifier of ['ctrlKey', 'metaKey', 'altKey'])
          expect(deskAction({ key, ...plain, [modifier]: true }, 'list')).toBeUndefined();
      }),
    );
  });

  it('leaves Enter and the arrows to a focused control, which needs them', () => {
    expect(deskAction({ key: 'Enter', ...plain }, 'control')).toBeUndefined();
    expect(deskAction({ key: 'ArrowDown', ...plain }, 'control')).toBeUndefined();
    expect(deskAction({ key: 'b', ...plain }, 'control')).toBe('buy');
  });
});

describe('the selected market', () => {
  it('moves by one row, and stays at the ends', () => {
    const symbols = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 });
    fc.assert(
      fc.property(symbols, fc.nat(), (list, seed) => {
        const at = seed % list.length;
        expect(symbolBeside(list, list[at], 1)).toBe(list[Math.min(at + 1, list.length - 1)]);
        expect(symbolBeside(list, list[at], -1)).toBe(list[Math.max(at - 1, 0)]);
      }),
    );
  });

  it('is the first if the selected one is not listed', () => {
    expect(symbolBeside(['A', 'B'], 'X', 1)).toBe('A');
    expect(symbolBeside(['A', 'B'], undefined, -1)).toBe('A');
    expect(symbolBeside([], 'X', 1)).toBeUndefined();
  });
});
