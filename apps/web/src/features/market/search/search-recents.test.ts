import { memoryBackend, openStorage } from '@app/client/storage';
import { describe, expect, it } from 'vitest';
import { keepRecents, keptRecents, withRecent } from './search-pairs.ts';

describe('the recent searches', () => {
  it('given the same text in another case, then it is listed once, in front', () => {
    expect(withRecent(['eth', 'Btc'], ' BTC ')).toEqual(['BTC', 'eth']);
  });

  it('given more than eight, then the oldest is dropped', () => {
    const many = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9'].reduce<readonly string[]>(withRecent, []);
    expect(many).toEqual(['a9', 'a8', 'a7', 'a6', 'a5', 'a4', 'a3', 'a2']);
  });

  it('given one letter or none, then nothing is stored', () => {
    expect(withRecent(['eth'], 'b')).toEqual(['eth']);
    expect(withRecent(['eth'], '  ')).toEqual(['eth']);
  });

  it('stay on the device until cleared', () => {
    const kept = openStorage(memoryBackend());
    keepRecents(kept, ['btc', 'eth']);
    expect(keptRecents(kept)).toEqual(['btc', 'eth']);
    keepRecents(kept, []);
    expect(keptRecents(kept)).toEqual([]);
  });

  it.each(['btc', { 0: 'btc' }, 7, null])('given %j stored under their name, then the list is empty', (value) => {
    const kept = openStorage(memoryBackend());
    kept.write('search_recents', value);
    expect(keptRecents(kept)).toEqual([]);
  });
});
