import { type OpenDeal, sideOf } from '@app/client/contract';
import { directionOf } from '@app/money';
import { reverseDeal } from '@app/protocol/contract';
import { Button, Facts, Note } from '@app/ui';
import { availableIn, useBalances } from '../../../data/account/balances.ts';
import { useText } from '../../../data/app/texts.ts';
import { contractName } from '../contract-name.ts';
import { MARGIN_CURRENCY } from '../position/use-position.ts';
import { CommandNote } from './command-note.tsx';
import { useDealCommand } from './deal-command.ts';
import { SideTag } from './deal-parts.tsx';
import { MONEY_PLACES, moneyText, priceText, signedText, sizeWithUnit } from './deal-texts.ts';
import type { KnownMarket } from './known-market.ts';
import { type Held, useHeld, useNow, usePriceUse } from './live-figures.ts';
import { previewReverse, type ReversePreview } from './reverse-preview.ts';

type Props = KnownMarket & { deal: OpenDeal };

/** Asks before a position is reversed, and shows both legs at the price of now. */
export function ReverseView({ deal, rulebook, rules, terms, precision, close }: Props) {
  const text = useText();
  const name = contractName(deal);
  const held = useHeld(deal, rules, terms);
  const preview = useReversePreview(held, { rulebook, rules });
  const use = usePriceUse(deal.symbol);
  const command = useDealCommand(reverseDeal, {
    name,
    doneText: (opened) =>
      text('position.reverse.done', {
        name,
        side: text(`position.${sideOf(opened)}`),
        price: priceText(opened.entry_price, precision),
      }),
    onDone: close,
  });
  const isPossible = use === 'live' && preview?.isFunded === true;
  return (
    <div className="grid gap-3">
      <h3 className="text-title">{text('position.reverse.title')}</h3>
      <p className="text-label text-ink-2">
        {text('position.reverse.text')} {text('position.reverse.stops')}
      </p>
      <Leg title={text('position.reverse.closes')} deal={deal}>
        <Facts
          facts={[
            [text('position.unit.price'), priceText(preview?.closed.price, precision)],
            [
              text('position.realises'),
              <b
                key="realised"
                className={`pos-tone tone-${preview ? directionOf(preview.realised, MONEY_PLACES) : 'flat'}`}
              >
                {signedText(preview?.realised)}
              </b>,
            ],
          ]}
        />
      </Leg>
      <Leg title={text('position.reverse.opens')} deal={{ ...deal, type: deal.type === 'buy' ? 'sell' : 'buy' }}>
        <Facts
          facts={[
            [text('position.entry'), priceText(preview?.opened.entry, precision)],
            [text('position.margin'), moneyText(preview?.opened.margin)],
            [text('position.reverse.fee'), moneyText(preview?.opened.openFee)],
            [text('position.liquidation'), priceText(preview?.liquidation, precision)],
          ]}
        />
      </Leg>
      {use !== 'live' && (
        <Note icon="pause" tone="warn">
          {text('position.reverse.shut')}
        </Note>
      )}
      {preview?.isFunded === false && (
        <Note icon="warn" tone="warn">
          {text('position.reverse.short')}
        </Note>
      )}
      <CommandNote command={command} />
      <div className="sheet__acts pair">
        <Button onClick={close}>{text('position.reverse.keep')}</Button>
        <Button
          tone="primary"
          busy={command.isBusy}
          disabled={!isPossible || command.isUnknown}
          onClick={() => command.send({ id: deal.id })}
        >
          {text('position.reverse.go')}
        </Button>
      </div>
    </div>
  );
}

function useReversePreview(
  held: Held,
  { rulebook, rules }: Pick<KnownMarket, 'rulebook' | 'rules'>,
): ReversePreview | undefined {
  const now = useNow(held);
  const balances = useBalances().data?.list;
  const { position } = held;
  if (position === undefined || now === undefined || balances === undefined) return undefined;
  return previewReverse(position, {
    now,
    spreadRate: rules.spread_rate,
    terms: rulebook.terms,
    available: availableIn(balances, 'contract', MARGIN_CURRENCY),
  });
}

type LegProps = { title: string; deal: OpenDeal; children: React.ReactNode };

function Leg({ title, deal, children }: LegProps) {
  return (
    <section className="card card--inset">
      <p className="pos-between">
        <span className="text-label text-ink-3">{title}</span>
        <span className="pos__name">
          <span>{sizeWithUnit(deal.share, deal)}</span> <SideTag deal={deal} />
        </span>
      </p>
      {children}
    </section>
  );
}
