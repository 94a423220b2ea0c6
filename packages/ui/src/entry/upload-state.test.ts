import { describe, expect, it } from 'vitest';
import { type Upload, uploadAfter } from './upload-state.ts';

const file = new File(['a'], 'a.jpg');
const other = new File(['b'], 'b.jpg');
const halfway: Upload = { step: 'sending', file, progress: 50 };

describe('a picture upload', () => {
  it('starts at zero when a file is chosen, also after a failed one', () => {
    const started = { step: 'sending', file: other, progress: 0 };
    expect(uploadAfter({ step: 'none' }, { kind: 'chosen', file: other })).toEqual(started);
    expect(uploadAfter({ step: 'failed', file, why: 'too large' }, { kind: 'chosen', file: other })).toEqual(started);
  });

  it('moves forward, never back and never beyond its end', () => {
    const progressAfter = (progress: number) => uploadAfter(halfway, { kind: 'moved', file, progress });
    expect(progressAfter(70)).toEqual({ step: 'sending', file, progress: 70 });
    expect(progressAfter(30)).toEqual(halfway);
    expect(progressAfter(170)).toEqual({ step: 'sending', file, progress: 100 });
  });

  it('completes or fails', () => {
    expect(uploadAfter(halfway, { kind: 'arrived', file })).toEqual({ step: 'sent', file });
    expect(uploadAfter(halfway, { kind: 'stuck', file, why: 'too large' })).toEqual({
      step: 'failed',
      file,
      why: 'too large',
    });
  });

  it('ignores updates of another file', () => {
    expect(uploadAfter(halfway, { kind: 'arrived', file: other })).toBe(halfway);
    expect(uploadAfter({ step: 'none' }, { kind: 'arrived', file })).toEqual({ step: 'none' });
  });
});
