import { describe, expect, it } from 'vitest';
import { refusalText, refusalTexts } from './index.ts';

const blanks = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name).sort();

describe('the refusal texts', () => {
  it('exist in every written language, with the same blanks', () => {
    for (const [language, texts] of Object.entries(refusalTexts)) {
      expect(Object.keys(texts).sort(), language).toEqual(Object.keys(refusalTexts.en).sort());
      for (const [key, text] of Object.entries(texts)) {
        expect(blanks(text), `${language} ${key}`).toEqual(blanks(refusalTexts.en[key as keyof typeof texts]));
      }
    }
  });

  it('given an unknown language, when a refusal is told, then it is told in English', () => {
    expect(refusalText('xx', 'login_required')).toBe('Please log in first.');
    expect(refusalText('tur', 'below_minimum', { minimum: '10 USDT' })).toBe('10 USDT değerinden az olamaz.');
  });
});
