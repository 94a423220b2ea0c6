import { describe, expect, it } from 'vitest';
import { memoryBackend, openStorage } from '../../../shared/storage.ts';
import { keepTextSize, keptTextSize, TEXT_SIZES, textSizeBeside } from './text-size.ts';

describe('the size of an article’s text', () => {
  it('given nothing or nonsense is kept, then it is the size of everything else', () => {
    const kept = openStorage(memoryBackend());
    expect(keptTextSize(kept)).toBe('normal');
    kept.write('article_text_size', 'huge');
    expect(keptTextSize(kept)).toBe('normal');
  });

  it.each(TEXT_SIZES)('given %s was chosen, then it is there again', (size) => {
    const kept = openStorage(memoryBackend());
    keepTextSize(kept, size);
    expect(keptTextSize(kept)).toBe(size);
  });

  it('given an end, then there is no further step; a step back is where one was', () => {
    expect(textSizeBeside('small', -1)).toBeUndefined();
    expect(textSizeBeside('larger', 1)).toBeUndefined();
    expect(textSizeBeside('normal', 1)).toBe('large');
    expect(textSizeBeside('large', -1)).toBe('normal');
  });
});
