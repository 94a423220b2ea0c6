import { DETAIL_FIELDS, PICTURES } from '@app/domain/kyc';
import { AmountText } from '@app/ui';
import { Link } from 'react-router';
import { useLook } from '../../data/look.ts';
import type { OpenedCase } from '../../data/queries.ts';
import { sayValue, useSay } from '../../data/texts.ts';
import { casePath } from '../../parts/next-case.tsx';

const countryName = (code: string, language: string): string =>
  new Intl.DisplayNames([language === 'zh' ? 'zh-CN' : 'en'], { type: 'region' }).of(code) ?? code;

/** Shows what the user typed, other accounts with the same document, and what an approval changes. */
export function CaseFacts({ opened }: { opened: OpenedCase }) {
  const say = useSay();
  return (
    <section className="d-pane" aria-label={say('review.typed')}>
      <Typed opened={opened} />
      <Duplicates opened={opened} />
      <Recommendations opened={opened} />
      <Limits opened={opened} />
    </section>
  );
}

function Typed({ opened }: { opened: OpenedCase }) {
  const say = useSay();
  const language = useLook((look) => look.language);
  const { case: row, details } = opened;
  const shown = (field: string, value: string): string => {
    if (field === 'nationality') return `${countryName(value, language)} (${value})`;
    return field === 'relationship' ? sayValue(say, 'relationship', value) : value;
  };
  return (
    <>
      <div className="d-title">
        <h2>{say('review.typed')}</h2>
        <small>{say('review.typed_about')}</small>
      </div>
      <dl className="d-typed d-px">
        <div className="d-typed__row">
          <dt className="d-typed__name">{say('review.document')}</dt>
          <dd className="d-typed__value">{say(`document.${row.document}`)}</dd>
        </div>
        {DETAIL_FIELDS[row.level].map((field) => {
          const value = details[field];
          return (
            <div key={field} className="d-typed__row">
              <dt className="d-typed__name">{say(`detail.${field}`)}</dt>
              <dd className={field === 'card_id' ? 'd-typed__value ident' : 'd-typed__value'}>
                {value === undefined ? '—' : shown(field, value)}
              </dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}

/** Lists other users' cases with the same number or file. A twin is opened by its link, which records another view. */
function Duplicates({ opened }: { opened: OpenedCase }) {
  const say = useSay();
  const kinds = [
    { name: say('review.same_number'), found: opened.duplicates.filter(({ same }) => same === 'number') },
    {
      name: say('review.same_picture'),
      found: opened.duplicates.filter(({ same }) => PICTURES.some((part) => part === same)),
    },
  ];
  return (
    <>
      <div className="d-title d-cut mt-3">
        <h2>{say('review.duplicates')}</h2>
        <small>{say('review.duplicates_about')}</small>
      </div>
      <ul className="d-px">
        {kinds.map(({ name, found }) => (
          <li key={name} className="d-dup">
            <span className={found.length === 0 ? 'd-live' : 'd-live d-live--warn'}>{name}</span>
            {found.length === 0 && <span className="text-ink-3">{say('review.none')}</span>}
            {found.map(({ case_id: id, user_id: user, state, same }) => (
              <span key={`${id} ${same}`} className="d-dup__other">
                <span className="ident">{String(user)}</span>
                <span className="text-ink-3">{say(`review.state.${state}`)}</span>
                <Link className="d-btn" to={casePath(id)}>
                  {say('review.compare')}
                </Link>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Lists what an identity provider recommended; nothing is shown where none is asked. */
function Recommendations({ opened }: { opened: OpenedCase }) {
  const say = useSay();
  if (opened.recommendations.length === 0) return null;
  const textOf = (code: string) => opened.reasons.find((reason) => reason.code === code)?.english ?? code;
  return (
    <>
      <div className="d-title d-cut mt-3">
        <h2>{say('review.provider')}</h2>
        <small>{say('review.provider_about')}</small>
      </div>
      <ul className="d-px">
        {opened.recommendations.map(({ verdict, reasons, at }) => (
          <li key={`${at} ${verdict}`} className="d-dup">
            <span className={verdict === 'approve' ? 'd-live' : 'd-live d-live--warn'}>
              {say(`review.verdict.${verdict}`)}
            </span>
            <span className="text-ink-3">{reasons.map(textOf).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Limits({ opened }: { opened: OpenedCase }) {
  const say = useSay();
  const { now, approved } = opened.limits;
  const rows = [
    { name: say('review.withdraw_limit'), from: now.withdraw_limit_btc, to: approved.withdraw_limit_btc, unit: 'BTC' },
    { name: say('review.fiat_limit'), from: now.fiat_limit_usdt, to: approved.fiat_limit_usdt, unit: 'USDT' },
  ];
  return (
    <>
      <div className="d-title d-cut mt-3">
        <h2>{say('review.changes', { level: approved.level })}</h2>
      </div>
      <dl className="d-facts d-px pb-4">
        {rows.map(({ name, from, to, unit }) => (
          <div key={unit}>
            <dt>{name}</dt>
            <dd>
              <span className="d-diff">
                <del>
                  <AmountText value={from} places={0} />
                </del>
                <span className="text-ink-3">→</span>
                <ins>
                  <AmountText value={to} places={0} /> {unit}
                </ins>
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
