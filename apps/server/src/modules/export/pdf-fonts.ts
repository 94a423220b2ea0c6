import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@app/i18n';

/** A font file, and the name of the font in it where it holds several. */
export type FontFile = { readonly path: string; readonly name?: string };
export type Weight = 'regular' | 'bold';

/** Fonts that we ship: Latin with Vietnamese and Turkish, and Thai. */
const OWN = join(import.meta.dirname, 'fonts');
const own = (name: string, weight: Weight): FontFile => ({ path: join(OWN, `${name}-${weight}.ttf`) });

/** The font of each language in the collection of Noto Sans CJK: one code point has other shapes in each of them. */
const CJK_FONTS: Partial<Record<Language, string>> = { hk: 'hk', jp: 'jp', kor: 'kr', zh: 'sc' };

function cjk(folder: string, region: string, weight: Weight): FontFile {
  const word = weight === 'bold' ? 'Bold' : 'Regular';
  return { path: join(folder, `NotoSansCJK-${word}.ttc`), name: `NotoSansCJK${region}-${word}` };
}

/** Whether a document in this language can be written. */
export const hasFontsFor = (language: Language, folder: string): boolean =>
  fontsFor(language, folder, 'regular').length > 0 && fontsFor(language, folder, 'bold').length > 0;

/**
 * Returns the fonts of a document, by preference: every character is written in the first one that has it. Figures look
 * the same in every language. Empty if the font of the language itself is missing. A name may be in another script.
 */
export function fontsFor(language: Language, folder: string, weight: Weight): readonly FontFile[] {
  const region = CJK_FONTS[language];
  const wide = cjk(folder, region ?? 'sc', weight);
  const hasWide = existsSync(wide.path);
  if (region !== undefined && !hasWide) return [];
  return [own('noto-sans', weight), own('noto-sans-thai', weight), ...(hasWide ? [wide] : [])];
}
