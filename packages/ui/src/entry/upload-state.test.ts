import { describe, expect, it } from 'vitest';
import { type Upload, uploadAfter } from './upload-state.ts';

const file = new File(['a'], 'a.jpg');
const other = new File(['b'], 'b.jpg');
const halfway: Upload = { step: 'sending', file, progress: 50 };

describe('a picture upload', () => {
  it('is checked when a file is chosen, also after a failed one, and starts at zero once it is confirmed', () => {
    const checking = { step: 'checking', file: other };
    expect(uploadAfter({ step: 'none' }, { kind: 'chosen', file: other })).toEqual(checking);
    expect(uploadAfter({ step: 'failed', file, why: 'too large' }, { kind: 'chosen', file: other })).toEqual(checking);
    const started = { step: 'sending', file: other, progress: 0 };
    expect(uploadAfter({ step: 'checking', file }, { kind: 'confirmed', file: other })).toEqual(started);
  });

  it('waits for a decision where the check doubts it, and fails where the check refuses it', () => {
    const checking: Upload = { step: 'checking', file };
    const doubted = uploadAfter(checking, { kind: 'doubted', file, as: other, why: 'blurred' });
    expect(doubted).toEqual({ step: 'doubted', file: other, why: 'blurred' });
    expect(uploadAfter(checking, { kind: 'stuck', file, why: 'no picture' })).toMatchObject({ step: 'failed' });
    expect(uploadAfter(halfway, { kind: 'doubted', file, as: other, why: 'blurred' })).toBe(halfway);
    expect(uploadAfter(checking, { kind: 'arrived', file })).toBe(checking);
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
