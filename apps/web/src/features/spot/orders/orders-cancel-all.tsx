import { shownPlaces } from '@app/domain/wallet';
import { type Amount, add, showAmount, ZERO } from '@app/money';
import { Button, Dialog, notify, showToast } from '@app/ui';
import { useMemo } from 'react';
import type { Order } from '../../../data/account/orders.ts';
import { type Text, useText } from '../../../data/app/texts.ts';
import { CallRefused } from '../../../data/call/call-refused.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { useCancelAll } from './cancel.ts';
import { coinsOf, restWorth } from './order-view.ts';

type Props = { orders: readonly Order[]; symbol: string | undefined };

/**
 * Cancels the listed orders: of one pair if the list shows one, otherwise all. The confirmation states the count and
 * the worth.
 */
export function CancelAll({ orders, symbol }: Props) {
  const text = useText();
  const sheet = useSheet('cancel-all');
  const notices = useMemo(() => noticesOf(text), [text]);
  const { mutate, isPending } = useCancelAll(notices);
  const go = () => {
    mutate(symbol);
    sheet.close();
  };
  const count = orders.length;
  return (
    <>
      <Button size="small" tone="ghost" disabled={count === 0 || isPending} onClick={sheet.open}>
        {text(isPending ? 'spot.orders.cancelling' : 'spot.orders.all.cancel')}
      </Button>
      <Dialog
        open={sheet.isOpen}
        title={
          symbol === undefined
            ? text('spot.orders.all.ask', { count })
            : text('spot.orders.all.pair', { count, symbol })
        }
        safe={{ label: text('spot.orders.all.keep'), go: sheet.close }}
        act={{ label: text('spot.orders.all.cancel'), tone: 'danger', go }}
      >
        {text('spot.orders.all.text', { worth: worthText(orders) })}
      </Dialog>
    </>
  );
}

/** Formats the total worth at the orders' own prices, per quote currency. */
function worthText(orders: readonly Order[]): string {
  const sums = new Map<string, Amount>();
  for (const order of orders) {
    const { quote } = coinsOf(order.symbol);
    sums.set(quote, add(sums.get(quote) ?? ZERO, restWorth(order)));
  }
  return [...sums].map(([quote, worth]) => `${showAmount(worth, shownPlaces(quote))} ${quote}`).join(' + ');
}

const NOTICE = 'cancel-all';

function noticesOf(text: Text) {
  let isDoubted = false;
  return {
    onChecking: () => {
      if (!isDoubted) notify({ id: NOTICE, kind: 'plain', text: text('spot.orders.all.checking') });
      isDoubted = true;
    },
    onDone: (count: number) => {
      const message = text('spot.orders.all.done', { count });
      if (isDoubted) notify({ id: NOTICE, kind: 'ok', text: message });
      else showToast(message, 'ok');
    },
    onFailed: (error: Error) => {
      const isKnown = error instanceof CallRefused;
      const message = isKnown ? describeFailure(error, text) : text('spot.orders.all.lost');
      notify({ id: NOTICE, kind: 'error', text: message });
    },
  };
}
