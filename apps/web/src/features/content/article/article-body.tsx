import { Icon } from '@app/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { webViewPath } from '../about/outside-address.ts';
import type { BodyLink } from './body-link.ts';
import type { BodyElement, BodyNode, BodyTag } from './read-body.ts';
import type { TextSize } from './text-size.ts';

/** Heading level: headings below an article title are one level deeper than on a page titled after the article. */
type Level = 2 | 3;
type Look = { readonly size: TextSize; readonly level: Level };

const WORDS: Readonly<Record<TextSize, string>> = {
  small: 'text-label leading-relaxed',
  normal: 'text-body leading-relaxed',
  large: 'text-title font-normal leading-relaxed',
  larger: 'text-h2 font-normal leading-relaxed',
};
const HEADS: Readonly<Record<TextSize, string>> = {
  small: 'text-body font-semibold',
  normal: 'text-title',
  large: 'text-h2',
  larger: 'text-hero',
};

/** Class names per tag; headings, links and tables are rendered separately. */
const LOOKS: Readonly<Partial<Record<BodyTag, string>>> = {
  p: 'mt-3 first:mt-0',
  ul: 'mt-3 grid list-disc gap-2 pl-5 marker:text-ink-3 first:mt-0',
  ol: 'mt-3 grid list-decimal gap-2 pl-6 marker:text-ink-3 first:mt-0',
  strong: 'font-semibold text-ink',
  code: 'rounded-tag bg-s2 px-1 py-0.5 text-ink wrap-anywhere',
  tr: 'border-t border-line first:border-0',
  th: 'py-2 pr-4 text-left align-top font-semibold text-ink last:pr-0',
  td: 'py-2 pr-4 align-top last:pr-0',
};

type Props = Look & { nodes: readonly BodyNode[]; lang: string };

/** Renders an article's text. React creates every element, so no HTML from the server has to be trusted. */
export function ArticleBody({ nodes, lang, ...look }: Props) {
  return (
    <div lang={lang} className={`text-ink-2 wrap-anywhere ${WORDS[look.size]}`}>
      <Nodes nodes={nodes} look={look} />
    </div>
  );
}

const Nodes = ({ nodes, look }: { nodes: readonly BodyNode[]; look: Look }) =>
  nodes.map((node, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change its order.
    typeof node === 'string' ? node : <Element key={index} element={node} look={look} />,
  );

function Element({ element: { tag: Tag, link, children }, look }: { element: BodyElement; look: Look }) {
  const inner = <Nodes nodes={children} look={look} />;
  if (Tag === 'br') return <br />;
  if (Tag === 'a') return link === undefined ? inner : <BodyAnchor link={link}>{inner}</BodyAnchor>;
  if (Tag === 'h2' || Tag === 'h3') return <Head depth={Tag === 'h2' ? 0 : 1} look={look} query={inner} />;
  if (Tag === 'table')
    return (
      <div className="mt-3 overflow-x-auto first:mt-0">
        <table className="w-full">{inner}</table>
      </div>
    );
  return <Tag className={LOOKS[Tag]}>{inner}</Tag>;
}

function Head({ depth, look, query }: { depth: 0 | 1; look: Look; query: ReactNode }) {
  const Tag = (['h2', 'h3', 'h4'] as const)[look.level - 2 + depth] ?? 'h4';
  const size = depth === 0 ? HEADS[look.size] : 'font-semibold';
  return <Tag className={`mt-6 text-ink first:mt-0 ${size}`}>{query}</Tag>;
}

/** The padding enlarges the touch target; on an inline element it does not change the line height. */
const LINK = 'py-1 text-brand underline underline-offset-2';

/** Opens app pages in the app; an outside link leads through a warning page first. */
function BodyAnchor({ link, children }: { link: BodyLink; children: ReactNode }) {
  if (link.kind === 'mail')
    return (
      <a className={LINK} href={link.href}>
        {children}
      </a>
    );
  if (link.kind === 'page')
    return (
      <Link className={LINK} to={link.to}>
        {children}
      </Link>
    );
  return (
    <Link className={LINK} to={webViewPath(link.url)}>
      {children}
      <span className="ml-0.5 inline-block align-[-1px]">
        <Icon name="external" size={12} />
      </span>
    </Link>
  );
}
