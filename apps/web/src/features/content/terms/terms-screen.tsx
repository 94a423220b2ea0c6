import { ARTICLE_CATEGORIES } from '@app/domain/content';
import { Facts, NavBar, Note, Page, Panel, Skeleton } from '@app/ui';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useLocale, useText } from '../../../data/app/texts.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { LinkGroup } from '../about/link-group.tsx';
import { articlePath, useDay } from '../article/article-format.ts';
import { CategoryArticle, TextLoading } from '../article/article-parts.tsx';
import { useLeave } from '../article/use-leave.ts';
import { acceptedTermsQuery, closedCountriesQuery, termsQuery } from './terms-query.ts';

/** The article of that name, by its id in `apps/server/content`. */
const RISK_WARNING = 4n;

/** /pages/setting/operational_compliance */
export default function TermsScreen() {
  const text = useText();
  const back = { label: text('system.back'), go: useLeave() };
  return (
    <Page bar={<NavBar title={text('content.terms.title')} back={back} />}>
      <div className="px-gutter pt-2">
        <Panel loading={<Skeleton className="h-30 rounded-card" />}>
          <InForce />
        </Panel>
      </div>
      <div className="mt-6">
        <Panel loading={<TextLoading />}>
          <CategoryArticle category={ARTICLE_CATEGORIES.terms} />
        </Panel>
      </div>
      <section className="mt-6 px-gutter">
        <h2 className="text-title">{text('content.terms.regions')}</h2>
        <Panel loading={<Skeleton className="mt-2 h-5 w-3/4" />}>
          <ClosedCountries />
        </Panel>
      </section>
      <div className="mt-6 pb-6">
        <LinkGroup
          lines={[
            { icon: 'warn', label: text('content.terms.risk'), to: articlePath(RISK_WARNING) },
            { icon: 'eye', label: text('content.privacy.title'), to: '/pages/setting/privacy' },
            { icon: 'mail', label: text('content.contact.title'), to: '/pages/setting/contactUs' },
          ]}
        />
      </div>
    </Page>
  );
}

/** Shows who the user's counterparty is, the version in force, and the one the user accepted. Suspends. */
function InForce() {
  const text = useText();
  const { data } = useSuspenseQuery(termsQuery);
  const { data: accepted } = useQuery(acceptedTermsQuery(useSessionScope()));
  const mine = useAcceptedText(accepted);
  const isOlder = accepted !== undefined && accepted.version !== null && accepted.version < data.version;
  return (
    <div className="grid gap-3">
      <div className="card py-2">
        <Facts
          facts={[
            [
              text('content.terms.operator'),
              data.operator === '' ? text('content.terms.operator.none') : data.operator,
            ],
            [text('content.terms.version'), data.version],
            ...(mine === undefined ? [] : [[text('content.terms.accepted'), mine] as const]),
          ]}
        />
      </div>
      {isOlder && (
        <Note icon="info">
          {text('content.terms.newer', { accepted: accepted.version ?? 0, version: data.version })}
        </Note>
      )}
    </div>
  );
}

type Accepted = { readonly version: number | null; readonly at: number };

function useAcceptedText(accepted: Accepted | undefined): string | undefined {
  const text = useText();
  const day = useDay();
  if (accepted === undefined) return undefined;
  const { version, at } = accepted;
  return version === null
    ? text('content.terms.accepted.unknown', { day: day(at) })
    : text('content.terms.accepted.value', { version, day: day(at) });
}

/** Lists the countries whose residents cannot open an account. Suspends. */
function ClosedCountries() {
  const text = useText();
  const locale = useLocale();
  const { data: closed } = useSuspenseQuery(closedCountriesQuery);
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  const list = new Intl.ListFormat(locale, { type: 'unit', style: 'long' });
  return (
    <p className="mt-2 text-ink-2">
      {closed.length === 0
        ? text('content.terms.regions.none')
        : list.format(closed.map((code) => names.of(code) ?? code))}
    </p>
  );
}
