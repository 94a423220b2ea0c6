import { memoryBackend } from '@app/client/storage';
import { describe, expect, it } from 'vitest';
import { openDrafts } from './draft.ts';

describe('a draft', () => {
  it('given a visitor typed it, when they log in, then it belongs to the user and no longer to the visitor', () => {
    const drafts = openDrafts(memoryBackend());
    drafts.write('visitor', 'spot', { amount: '1' });
    expect(drafts.read('7:real', 'spot')).toEqual({ amount: '1' });
    drafts.write('7:real', 'spot', { amount: '2' });
    expect(drafts.read('visitor', 'spot')).toBeUndefined();
    expect(drafts.read('7:real', 'spot')).toEqual({ amount: '2' });
  });

  it('is never shown to another user or in the other mode', () => {
    const drafts = openDrafts(memoryBackend());
    drafts.write('7:real', 'transfer', { amount: '5' });
    expect(drafts.read('7:demo', 'transfer')).toBeUndefined();
    expect(drafts.read('8:real', 'transfer')).toBeUndefined();
    drafts.clear('7:real', 'transfer');
    expect(drafts.read('7:real', 'transfer')).toBeUndefined();
  });
});
