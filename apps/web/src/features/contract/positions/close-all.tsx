import { contractMarketOf, isPosition, nowOf, type OpenDeal, positionOf, sideOf } from '@app/client/contract';
import { directionOf } from '@app/money';
import { closeAllDeals } from '@app/protocol/contract';
import { Button, Facts, Note, ProgressBar, Segmented, Sheet } from '@app/ui';
import { useState } from 'react';
import { useOpenDeals } from '../../../data/account/deals.ts';
import { useText } from '../../../data/app/texts.ts';
import { useAllQuotes } from '../../../data/market/use-quotes.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { useRulebook } from '../terms/rules-query.ts';
import { useTermsOf } from '../terms/terms-query.ts';
import { CLOSE_ALL } from './close-all-button.tsx';
import {
  CLOSE_GROUPS,
  type CloseGroup,
  type CloseTotals,
  closeTotalsOf,
  GROUP_TYPES,
  isInGroup,
} from './close-totals.ts';
import { CommandNote } from './command-note.tsx';
import { useDealCommand } from './deal-command.ts';
import { MONEY_PLACES, moneyText, signedText, UNKNOWN } from './deal-texts.ts';

/** Closes all positions, or those of one side: shows what that realises before anything is sent, and then the progress. */
export function CloseAllSheet() {
  const text = useText();
  const sheet = useSheet(CLOSE_ALL);
  const positions = useOpenDeals().data?.filter(isPosition) ?? [];
  return (
    <Sheet
      open={sheet.isOpen}
      onClose={sheet.close}
      title={text('position.all.title')}
      closeLabel={text('system.close')}
    >
      <CloseAllBody positions={positions} close={sheet.close} />
    </Sheet>
  );
}

type BodyProps = { positions: readonly OpenDeal[]; close: () => void };

function CloseAllBody({ positions, close }: BodyProps) {
  const text = useText();
  const [group, setGroup] = useState<CloseGroup>('all');
  const [sent, setSent] = useState<readonly bigint[]>();
  const meant = positions.filter((deal) => isInGroup(group, sideOf(deal)));
  const command = useDealCommand(closeAllDeals, {
    name: text('position.all.title'),
    doneText: ({ closing }) => text('position.all.sent', { count: closing }),
    onDone: () => setSent(meant.map(({ id }) => id)),
  });
  if (sent !== undefined)
    return <Closing total={sent.length} left={positions.filter(({ id }) => sent.includes(id)).length} close={close} />;
  return (
    <div className="grid gap-3">
      <Segmented
        label={text('position.all.which')}
        options={CLOSE_GROUPS.map((value) => ({
          value,
          label: `${text(`position.all.${value}`)} ${positions.filter((deal) => isInGroup(value, sideOf(deal))).length}`,
        }))}
        value={group}
        onChange={setGroup}
      />
      <Totals deals={meant} />
      <p className="text-label text-ink-3">{text('position.all.text')}</p>
      <CommandNote command={command} />
      <div className="sheet__acts pair">
        <Button onClick={close}>{text('position.all.keep')}</Button>
        <Button
          tone="primary"
          busy={command.isBusy}
          disabled={meant.length === 0 || command.isUnknown}
          onClick={() => command.send({ type: GROUP_TYPES[group] })}
        >
          {text('position.all.go', { count: meant.length })}
        </Button>
      </div>
    </div>
  );
}

/** Shows count, value and result of a close at the prices of now. */
function Totals({ deals }: { deals: readonly OpenDeal[] }) {
  const text = useText();
  const totals = useCloseTotals(deals);
  const tone = totals === undefined ? 'flat' : directionOf(totals.realised, MONEY_PLACES);
  const money = (value: string) => (value === UNKNOWN ? value : `${value} USDT`);
  return (
    <Facts
      facts={[
        [text('position.all.count'), String(deals.length)],
        [text('position.all.value'), money(moneyText(totals?.notional))],
        [
          text('position.all.result'),
          <b key="result" className={`pos-tone tone-${tone}`}>
            {money(signedText(totals?.realised))}
          </b>,
        ],
        [text('position.all.back'), money(moneyText(totals?.returned))],
      ]}
    />
  );
}

/** Returns the sums of closing deals now, twice a second at most; undefined until every part is known. */
function useCloseTotals(deals: readonly OpenDeal[]): CloseTotals | undefined {
  const { data: rulebook } = useRulebook();
  const termsOf = useTermsOf(deals.map(({ terms }) => terms));
  const quotes = useAllQuotes();
  if (rulebook === undefined) return undefined;
  const known = deals.flatMap((deal) => {
    const rules = rulebook.markets.get(deal.symbol);
    const terms = termsOf(deal.terms);
    const index = quotes.get(deal.symbol)?.price;
    if (rules === undefined || terms === undefined || index === undefined) return [];
    const position = positionOf(deal, contractMarketOf(rules), terms);
    return [{ position, now: nowOf(index, rules), spreadRate: rules.spread_rate, lotsMin: rulebook.lotsMin }];
  });
  return known.length < deals.length ? undefined : closeTotalsOf(known);
}

type ClosingProps = { total: number; left: number; close: () => void };

/** Shows how many of the positions are closed; each waits for the next price of its market. */
function Closing({ total, left, close }: ClosingProps) {
  const text = useText();
  const done = total - left;
  const percent = total === 0 ? 100 : Math.floor((done * 100) / total);
  return (
    <div className="grid gap-3" role="status">
      <p className="text-title">
        {left === 0
          ? text('position.all.done', { count: total })
          : text('position.all.progress', { done, count: total })}
      </p>
      <ProgressBar
        label={text('position.all.progress', { done, count: total })}
        percent={percent}
        tone={left === 0 ? 'ok' : 'brand'}
      />
      {left > 0 && <Note icon="clock">{text('position.all.waiting')}</Note>}
      <div className="sheet__acts grid">
        <Button tone="primary" onClick={close}>
          {text('position.finish')}
        </Button>
      </div>
    </div>
  );
}
