import { Note } from '@app/ui';
import { useLocale, useText } from '../../../data/app/texts.ts';
import { useLanguage } from './articles.ts';
import { localeOf } from './locale-of.ts';

/** Notes that the original is shown where an article has no translation. */
export function OtherLanguage({ lang }: { lang: string }) {
  const text = useText();
  const locale = useLocale();
  if (lang === useLanguage()) return null;
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(localeOf(lang)) ?? lang;
  return (
    <div className="mt-4">
      <Note icon="globe">{text('content.article.other_language', { language: name })}</Note>
    </div>
  );
}
