import { refusalTexts } from '@app/i18n/refusal';
import { APP_MESSAGES, REFUSALS } from '@app/protocol';
import { describe, expect, it } from 'vitest';

const blanks = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name ?? '').sort();

describe('every refusal', () => {
  it('has a text for every code the product can give, and no other, with exactly the catalogue’s parameters', () => {
    const codes = [...Object.keys(REFUSALS), ...APP_MESSAGES].sort();
    expect(Object.keys(refusalTexts.en).sort()).toEqual(codes);
    for (const [code, entry] of Object.entries(REFUSALS)) {
      const params = 'params' in entry ? [...entry.params].sort() : [];
      for (const texts of Object.values(refusalTexts)) {
        expect(blanks(texts[code as keyof typeof texts]), code).toEqual(params);
      }
    }
  });
});
