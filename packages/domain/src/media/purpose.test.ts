import { describe, expect, it } from 'vitest';
import { checkPurpose, mayBeGranted, mediaSettings, OPEN_PURPOSES, PURPOSE_RULES, PURPOSES } from './index.ts';

describe('the purpose of an upload', () => {
  it('is public for portraits only, and a public file is granted to nobody', () => {
    for (const purpose of OPEN_PURPOSES) {
      const { mode, grantees } = PURPOSE_RULES[purpose];
      expect([purpose, mode]).toEqual([purpose, purpose === 'avatar' ? 'public' : 'sealed']);
      expect(grantees.length > 0).toBe(mode === 'sealed');
    }
  });

  it('is open for every purpose that has a rule; the others are announced', () => {
    for (const purpose of PURPOSES) {
      const isOpen = purpose !== 'nft';
      expect(checkPurpose(purpose)).toMatchObject(
        isOpen ? { ok: true, value: purpose } : { code: 'feature_coming_soon' },
      );
    }
  });

  it('never lets users see identity documents or what another party sent to an appeal', () => {
    expect(OPEN_PURPOSES.filter((purpose) => mayBeGranted(purpose, 'user'))).toEqual(['voucher', 'chat']);
    expect(OPEN_PURPOSES.filter((purpose) => mayBeGranted(purpose, 'staff:identity'))).toEqual(['identity']);
    expect(mayBeGranted('voucher', 'staff:content')).toBe(false);
  });

  it('has a limit of its own, which is not above the limit of all purposes', () => {
    for (const purpose of OPEN_PURPOSES)
      expect(mediaSettings.uploadsPerHourFor[purpose].initial).toBeLessThanOrEqual(
        mediaSettings.uploadsPerHour.initial,
      );
  });
});
