import { describe, expect, it } from 'vitest';
import { breakLines, type Card, drawCard, type Palette } from './draw-card.ts';

const PALETTE: Palette = {
  bg: 'bg',
  surface: 'surface',
  line: 'line',
  ink1: 'ink1',
  ink2: 'ink2',
  brand: 'brand',
  up: 'up',
  down: 'down',
  flat: 'flat',
  warn: 'warn',
};
const CARD: Card = {
  title: 'Result',
  period: 'November 2026',
  percent: '+3.21%',
  tone: 'up',
  amount: undefined,
  marks: [],
  fact: 'Past results say nothing about the future.',
  name: 'Tidemark',
  locale: 'en',
};

/** Records the texts with their colour, size and place. */
function textsOf(card: Card) {
  const texts: { text: string; colour: string; font: string; x: number; y: number }[] = [];
  const pen = new Proxy({ fillStyle: '', font: '' } as Record<string, unknown>, {
    get: (target, name) => {
      if (name === 'measureText') return (text: string) => ({ width: text.length * sizeIn(String(target.font)) * 0.6 });
      if (name === 'fillText')
        return (text: string, x: number, y: number) =>
          texts.push({ text, x, y, colour: String(target.fillStyle), font: String(target.font) });
      return typeof name === 'string' && name in target ? target[name] : () => undefined;
    },
  });
  drawCard(pen as never, card, PALETTE, 'Inter'); // The parts that drawing uses.
  return texts;
}
const sizeIn = (font: string) => Number(/(\d+)px/.exec(font)?.[1]);

describe('a share card', () => {
  it('says what, when, how much in percent, whose card and the fact; and no amount', () => {
    const texts = textsOf(CARD).map(({ text }) => text);
    expect(texts).toEqual(['Tidemark', 'Result', '+3.21%', 'November 2026', expect.stringContaining('Past results')]);
  });

  it('shows an amount only if it is given, and every mark always', () => {
    const texts = textsOf({ ...CARD, amount: '+1,234.56 USDT', marks: ['Demo', 'Simulated prices'] });
    expect(texts.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['+1,234.56 USDT', 'Demo', 'Simulated prices']),
    );
  });

  it('draws a loss like a gain: same place and size, its own colour', () => {
    const find = (card: Card) => textsOf(card).find(({ text }) => text === card.percent);
    const gain = find(CARD);
    const loss = find({ ...CARD, percent: '−3.21%', tone: 'down' });
    expect(loss).toEqual({ ...gain, text: '−3.21%', colour: 'down' });
    expect(gain?.colour).toBe('up');
  });

  it('makes a long figure smaller instead of cutting it', () => {
    const percent = '+123,456,789.01%';
    const { font } = textsOf({ ...CARD, percent }).find(({ text }) => text === percent) ?? { font: '' };
    expect(sizeIn(font) * 0.6 * percent.length).toBeLessThanOrEqual(888);
  });
});

describe('lines of a sentence', () => {
  it.each([
    ['en', 'Past results say nothing about the future.'],
    ['th', 'ผลในอดีตไม่ได้บอกอะไรเกี่ยวกับอนาคต'],
    ['zh', '过去的结果并不能说明未来的任何事情。'],
    ['ja', '過去の結果は将来について何も示しません。'],
  ])('in %s fit, lose no letter, and do not begin with a full stop', (locale, sentence) => {
    const lines = breakLines(sentence, locale, (line) => line.length <= 12);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join('').replaceAll(' ', '')).toBe(sentence.replaceAll(' ', ''));
    for (const line of lines) {
      expect(line.length).toBeLessThanOrEqual(14);
      expect(line).not.toMatch(/^[.。]/);
    }
  });
});
