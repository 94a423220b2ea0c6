import { memoryBackend, openStorage } from '@app/client/storage';
import { describe, expect, it } from 'vitest';
import { keepTextSize, keptTextSize, TEXT_SIZES, textSizeBeside } from './text-size.ts';

describe('the text size of an article', () => {
  it('given nothing or an invalid value is stored, then it is the default size', () => {
    const kept = openStorage(memoryBackend());
    expect(keptTextSize(kept)).toBe('normal');
    kept.write('article_text_size', 'huge');
    expect(keptTextSize(kept)).toBe('normal');
  });

  it.each(TEXT_SIZES)('given %s was chosen, then it is restored', (size) => {
    const kept = openStorage(memoryBackend());
    keepTextSize(kept, size);
    expect(keptTextSize(kept)).toBe(size);
  });

  it('given the smallest or largest size, then there is no further step; a step back returns to the previous one', () => {
    expect(textSizeBeside('small', -1)).toBeUndefined();
    expect(textSizeBeside('larger', 1)).toBeUndefined();
    expect(textSizeBeside('normal', 1)).toBe('large');
    expect(textSizeBeside('large', -1)).toBe('normal');
  });
});
