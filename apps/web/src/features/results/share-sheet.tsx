import { rateOfHolding, showSigned } from '@app/domain/results';
import { valueAt } from '@app/domain/wallet';
import { type Amount, directionOfPercent, type Rate, showPercent, subtract } from '@app/money';
import { listHoldings } from '@app/protocol/statement';
import { ChipGroup, ShareActions, type ShareCard, SharePicture, Sheet, SwitchRow } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocale, useText } from '../../data/app/texts.ts';
import { call } from '../../data/call/call.ts';
import { saveAs } from '../../data/call/download.ts';
import { useSession, useSessionScope } from '../../data/session/session.ts';
import type { useSheet } from '../../lib/use-sheet.ts';

import { usePeriodName } from './period-details.tsx';
import { freshQuote, quotesQuery } from './results-query.ts';

/** What a card can be about: the shown period, or a coin that is held. */
type Subject = {
  readonly key: string;
  readonly label: string;
  readonly title: string;
  readonly period: string;
  readonly rate: Rate;
  readonly result: Amount;
  readonly simulated: boolean;
};

type Props = {
  sheet: ReturnType<typeof useSheet>;
  period: string;
  rate: Rate | undefined;
  total: Amount;
  simulated: boolean;
};

/** Makes a picture of a result on this device: percent only, unless the user adds the amount. Nothing is sent. */
export function ShareSheet({ sheet, ...props }: Props) {
  const text = useText();
  return (
    <Sheet
      open={sheet.isOpen}
      onClose={sheet.close}
      title={text('results.share.title')}
      closeLabel={text('system.close')}
    >
      {sheet.isOpen && <Maker {...props} />}
    </Sheet>
  );
}

function Maker(shown: Omit<Props, 'sheet'>) {
  const text = useText();
  const locale = useLocale();
  const isDemo = useSession(({ user }) => user?.book === 'demo');
  const subjects = useSubjects(shown);
  const [key, setKey] = useState('period');
  const [hasAmount, setAmount] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  const subject = subjects.find((it) => it.key === key) ?? subjects[0];
  if (subject === undefined) return <p className="text-ink-2">{text('results.share.none')}</p>;
  const marks = [...(isDemo ? [text('results.demo')] : []), ...(subject.simulated ? [text('results.simulated')] : [])];
  const card: ShareCard = {
    title: subject.title,
    period: subject.period,
    percent: showPercent(subject.rate),
    tone: directionOfPercent(subject.rate),
    amount: hasAmount ? `${showSigned(subject.result)} USDT` : undefined,
    marks,
    fact: text('results.share.fact'),
    name: 'Tidemark',
    locale,
  };
  return (
    <>
      {subjects.length > 1 && (
        <ChipGroup
          label={text('results.share.what')}
          value={subject.key}
          onChange={setKey}
          chips={subjects.map((it) => ({ value: it.key, label: it.label }))}
        />
      )}
      <SharePicture card={card} canvas={canvas} />
      <SwitchRow
        label={text('results.share.amount')}
        text={text('results.share.amount.why')}
        checked={hasAmount}
        onChange={setAmount}
      />
      <ShareActions
        canvas={canvas}
        name={`tidemark-${subject.key === 'period' ? shown.period : subject.key}.png`}
        saveAs={saveAs}
        labels={{
          save: text('results.share.save'),
          send: text('results.share.send'),
          saved: text('results.share.saved'),
          failed: text('results.share.failed'),
        }}
      />
    </>
  );
}

/** Lists the period, if it has a rate, and the coins that are held, cost something and have a price of now. */
function useSubjects({ period, rate, total, simulated }: Omit<Props, 'sheet'>): readonly Subject[] {
  const text = useText();
  const name = usePeriodName();
  const locale = useLocale();
  const scope = useSessionScope();
  const { data: holdings } = useQuery({
    queryKey: ['results', scope, 'holdings'],
    queryFn: ({ signal }) => call(listHoldings, {}, { signal }),
  });
  const { data: quotes, dataUpdatedAt } = useQuery(quotesQuery);
  const ageMs = Date.now() - dataUpdatedAt;
  const shown = name(period);
  const own =
    rate === undefined
      ? []
      : [
          {
            key: 'period',
            label: shown,
            title: text('results.share.result'),
            period: shown,
            rate,
            result: total,
            simulated,
          },
        ];
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  const coins = (holdings?.list ?? []).flatMap(({ currency, quantity, cost }): Subject[] => {
    const quote = freshQuote(quotes?.list ?? [], ageMs, currency);
    if (cost === null || quote === undefined) return [];
    const value = valueAt(quantity, quote.price);
    const share = rateOfHolding(value, cost);
    if (share === undefined) return [];
    const title = text('results.share.holding', { coin: currency });
    const at = `${moment.format(quote.at)} UTC`;
    const result = subtract(value, cost);
    return [{ key: currency, label: currency, title, period: at, rate: share, result, simulated: quote.simulated }];
  });
  return [...own, ...coins];
}
