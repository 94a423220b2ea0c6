import type { OpenDeal, PositionFigures } from '@app/client/contract';
import { type Amount, readDecimal, showAmount, ZERO } from '@app/money';
import { addMargin, removeMargin } from '@app/protocol/contract';
import { AmountLine, Button, Facts, Note, Segmented } from '@app/ui';
import { useState } from 'react';
import { availableIn, useBalances } from '../../../data/account/balances.ts';
import { type Text, useText } from '../../../data/app/texts.ts';
import { contractName } from '../contract-name.ts';
import { MARGIN_CURRENCY } from '../position/use-position.ts';
import { CommandNote } from './command-note.tsx';
import { useDealCommand } from './deal-command.ts';
import { distanceText, MONEY_PLACES, moneyText, priceText, UNKNOWN } from './deal-texts.ts';
import type { KnownMarket } from './known-market.ts';
import { useFullFigures, useHeld, usePriceUse } from './live-figures.ts';
import { MARGIN_MOVES, type MarginContext, type MarginMove, marginMost, previewMargin } from './margin-change.ts';

type Props = KnownMarket & { deal: OpenDeal };

/** Adds or removes margin: shows where liquidation would be before anything is sent. */
export function MarginView({ deal, rulebook, rules, terms, precision, close }: Props) {
  const text = useText();
  const [move, setMove] = useState<MarginMove>('add');
  const [typed, setTyped] = useState('');
  const held = useHeld(deal, rules, terms);
  const figures = useFullFigures(held);
  const use = usePriceUse(deal.symbol);
  const balances = useBalances().data?.list;
  const available = balances && availableIn(balances, 'contract', MARGIN_CURRENCY);
  const commands = useMarginCommands(deal, close);
  const command = commands[move];
  const context: MarginContext | undefined =
    held.position !== undefined && figures !== undefined && available !== undefined
      ? {
          position: held.position,
          now: figures.now,
          available,
          rules: {
            terms: rulebook.terms,
            leverageMax: rules.leverage_max,
            removalBufferRate: rulebook.removalBufferRate,
          },
        }
      : undefined;
  const amount = readDecimal<Amount>(typed) ?? ZERO;
  const most = context && marginMost(move, context);
  const preview = context && amount > ZERO ? previewMargin(move, amount, context) : undefined;
  const isShut = move === 'remove' && use !== 'live';
  const change = (next: string) => {
    setTyped(next);
    if (command.refusal !== undefined) command.reset();
  };
  return (
    <div className="grid gap-3">
      <h3 className="text-title">{text('position.adjust')}</h3>
      <Segmented
        label={text('position.adjust')}
        options={MARGIN_MOVES.map((value) => ({ value, label: text(`position.${value}`) }))}
        value={move}
        onChange={setMove}
      />
      <AmountLine
        label={text('position.amount')}
        value={typed}
        places={MONEY_PLACES}
        onChange={change}
        unit={MARGIN_CURRENCY}
        error={preview?.ok === false ? marginFault(preview.code, most, text) : undefined}
      />
      <p className="pos-between text-label text-ink-3">
        <span>
          {text(move === 'add' ? 'position.available' : 'position.removable')}{' '}
          <span className="text-ink">{moneyText(most)}</span>
        </span>
        <button
          type="button"
          className="chip"
          disabled={most === undefined}
          onClick={() => most !== undefined && change(showAmount(most, MONEY_PLACES).replaceAll(',', ''))}
        >
          {text('position.max')}
        </button>
      </p>
      <Facts facts={changes(figures, preview?.ok ? preview.value : undefined, precision, text)} />
      {isShut && (
        <Note icon="pause" tone="warn">
          {text('position.adjust.shut')}
        </Note>
      )}
      <CommandNote command={command} />
      <div className="sheet__acts grid">
        <Button
          tone="primary"
          busy={command.isBusy}
          disabled={preview?.ok !== true || isShut || command.isUnknown}
          onClick={() => command.send({ id: deal.id, amount })}
        >
          {amount === ZERO
            ? text('position.adjust.none')
            : text(`position.${move}.go`, { amount: showAmount(amount, MONEY_PLACES) })}
        </Button>
      </div>
    </div>
  );
}

function useMarginCommands(deal: OpenDeal, close: () => void) {
  const text = useText();
  const name = contractName(deal);
  const done =
    (move: MarginMove) =>
    (_: unknown, { amount }: { amount: Amount }) =>
      text(`position.${move}.done`, { name, amount: showAmount(amount, MONEY_PLACES) });
  const add = useDealCommand(addMargin, { name, doneText: done('add'), onDone: close });
  const remove = useDealCommand(removeMargin, { name, doneText: done('remove'), onDone: close });
  return { add, remove };
}

type Fault = 'below_minimum' | 'above_maximum' | 'insufficient_balance';

function marginFault(code: Fault, most: Amount | undefined, text: Text): string {
  if (code === 'insufficient_balance') return text('position.adjust.short');
  return code === 'above_maximum'
    ? text('position.adjust.most', { amount: moneyText(most) })
    : text('position.adjust.none');
}

/** Returns margin, liquidation price and distance: as they are, and as they would be. */
function changes(
  before: PositionFigures | undefined,
  after: PositionFigures | undefined,
  precision: number,
  text: Text,
): readonly (readonly [string, string])[] {
  const both = (show: (figures: PositionFigures) => string) => {
    if (before === undefined) return UNKNOWN;
    return after === undefined ? show(before) : `${show(before)} → ${show(after)}`;
  };
  return [
    [text('position.margin'), both(({ margin }) => moneyText(margin))],
    [
      text('position.liquidation'),
      both(({ liquidation }) =>
        liquidation === undefined ? text('position.safe') : priceText(liquidation, precision),
      ),
    ],
    [text('position.distance'), both(({ distance }) => distanceText(distance))],
  ];
}
