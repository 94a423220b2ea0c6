import type { OpenDeal } from '@app/client/contract';
import { liquidationPrice, type Position } from '@app/domain/contract';
import { directionOf, directionOfPercent, type Price, showPercent } from '@app/money';
import { closeDeal } from '@app/protocol/contract';
import { Button, Note } from '@app/ui';
import { useMemo, useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { contractName } from '../contract-name.ts';
import { lotsOfPercent } from './close-entry.ts';
import { ClosePart } from './close-part.tsx';
import { CommandNote } from './command-note.tsx';
import { useDealCommand } from './deal-command.ts';
import { MONEY_PLACES, moneyText, riskText, signedText, sizeWithUnit, UNKNOWN } from './deal-texts.ts';
import type { KnownMarket } from './known-market.ts';
import { LevelsFigure } from './levels-figure.tsx';
import { type Held, useFullFigures, useHeld, usePriceUse } from './live-figures.ts';
import { StopsEditor, useStopsEntry } from './stops-editor.tsx';

const ALL = 100;

/** Shows a position with its result, and edits its stops or closes it, whole or in part. */
export function PositionView({ deal, ...known }: KnownMarket & { deal: OpenDeal }) {
  const held = useHeld(deal, known.rules, known.terms);
  return held.position === undefined ? null : <Body held={held} position={held.position} deal={deal} {...known} />;
}

type BodyProps = KnownMarket & { deal: OpenDeal; held: Held; position: Position };

function Body({ deal, held, position, rulebook, rules, precision, close }: BodyProps) {
  const text = useText();
  const overnightIndex = rules.overnight_index as bigint as Price; // The wire has one type of decimals.
  const context = useMemo(
    () => ({ position, spreadRate: rules.spread_rate, overnightIndex }),
    [position, rules, overnightIndex],
  );
  const stops = useStopsEntry(deal, context, close);
  const [percent, setPercent] = useState(ALL);
  const lots = lotsOfPercent(position.lots, percent, rulebook.lotsMin);
  const name = contractName(deal);
  const closing = useDealCommand(closeDeal, {
    name,
    doneText: (_, { share = position.lots }) => text('position.close.sent', { name, size: sizeWithUnit(share, deal) }),
    onDone: close,
  });
  const isClosing = deal.status === 2;
  const isBusy = stops.command.isBusy || closing.isBusy;
  return (
    <div>
      <Hero held={held} />
      <LevelsFigure held={held} stops={stops} precision={precision} />
      <StopsEditor
        deal={deal}
        entry={stops}
        context={context}
        liquidation={liquidationPrice(position, overnightIndex)}
        precision={precision}
      />
      <hr className="pos-rule" />
      <ClosePart
        held={held}
        lots={lots}
        percent={percent}
        onPercent={setPercent}
        lotsMin={rulebook.lotsMin}
        precision={precision}
      />
      <div className="grid gap-2 pt-2">
        <PriceNote symbol={deal.symbol} isClosing={isClosing} />
        <CommandNote command={stops.command} />
        <CommandNote command={closing} />
      </div>
      <div className="sheet__acts pos-acts pair">
        <Button
          busy={stops.command.isBusy}
          disabled={!stops.isReady || stops.command.isUnknown || isClosing || isBusy}
          onClick={stops.save}
        >
          {text('position.stops.save')}
        </Button>
        <Button
          tone="primary"
          busy={closing.isBusy}
          disabled={lots === undefined || closing.isUnknown || isClosing || isBusy}
          onClick={() => lots !== undefined && closing.send(closeRequest(deal, position, lots))}
        >
          {lots === undefined
            ? text('position.close.none')
            : text('position.close.go', { size: sizeWithUnit(lots, deal) })}
        </Button>
      </div>
    </div>
  );
}

/** Without a number of lots all of it is closed, whatever it is by then. */
const closeRequest = ({ id }: OpenDeal, position: Position, lots: Position['lots']) =>
  lots === position.lots ? { id } : { id, share: lots };

/** Shows the result of now, large, with what it is measured against. */
function Hero({ held }: { held: Held }) {
  const text = useText();
  const figures = useFullFigures(held);
  const rate = figures?.returnOnMargin;
  const margin = moneyText(figures?.margin);
  const onMargin = useMemo(() => text('position.on_margin', { margin }), [text, margin]);
  return (
    <div className="pos-hero">
      <div>
        <p className={`pos-hero__result tone-${figures ? directionOf(figures.result, MONEY_PLACES) : 'flat'}`}>
          {signedText(figures?.result)} <span className="pos-hero__unit">USDT</span>
        </p>
        <p className="text-label text-ink-3">
          <span className={`pos-tone tone-${rate === undefined ? 'flat' : directionOfPercent(rate)}`}>
            {rate === undefined ? UNKNOWN : showPercent(rate)}
          </span>{' '}
          {onMargin}
        </p>
      </div>
      <p className="text-right text-label text-ink-3">
        {sizeWithUnit(held.deal.share, held.deal)}
        <br />
        {text('position.risk')} <span className="text-ink">{riskText(figures?.risk)}</span>
      </p>
    </div>
  );
}

/** Says what a close waits for while the price is not live. */
function PriceNote({ symbol, isClosing }: { symbol: string; isClosing: boolean }) {
  const text = useText();
  const use = usePriceUse(symbol);
  if (isClosing && use === 'live') return <Note icon="clock">{text('position.closing')}</Note>;
  if (use === 'live') return null;
  return (
    <Note icon={use === 'old' ? 'pause' : 'lock'} tone="warn">
      {text(`position.close.${use}`)}
    </Note>
  );
}
