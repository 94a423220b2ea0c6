import { describe, expect, it } from 'vitest';
import { memoryBackend, openStorage } from '../../../shared/storage.ts';
import { keepRecents, keptRecents, withRecent } from './search-recents.ts';

describe('what was searched for before', () => {
  it('given the same words in another case, then they stand once, in front', () => {
    expect(withRecent(['eth', 'Btc'], ' BTC ')).toEqual(['BTC', 'eth']);
  });

  it('given more than eight, then the oldest is forgotten', () => {
    const many = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9'].reduce<readonly string[]>(withRecent, []);
    expect(many).toEqual(['a9', 'a8', 'a7', 'a6', 'a5', 'a4', 'a3', 'a2']);
  });

  it('given one letter or none, then nothing is remembered', () => {
    expect(withRecent(['eth'], 'b')).toEqual(['eth']);
    expect(withRecent(['eth'], '  ')).toEqual(['eth']);
  });

  it('is kept on the device until it is cleared', () => {
    const kept = openStorage(memoryBackend());
    keepRecents(kept, ['btc', 'eth']);
    expect(keptRecents(kept)).toEqual(['btc', 'eth']);
    keepRecents(kept, []);
    expect(keptRecents(kept)).toEqual([]);
  });

  it.each(['btc', { 0: 'btc' }, 7, null])('given %j under its name, then there is nothing', (value) => {
    const kept = openStorage(memoryBackend());
    kept.write('search_recents', value);
    expect(keptRecents(kept)).toEqual([]);
  });
});
