import { type TimeOrderedId, timeOfId } from '@app/base';
import type { Output } from '@app/protocol';
import type { changeWallet } from '@app/protocol/wallet';
import { amountForSpeech, Button, Facts, Icon } from '@app/ui';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { historyPath } from '../history/history-filter.ts';
import { useMoment } from '../history/use-moment.ts';
import type { ReadyTransfer } from './transfer-form.ts';

type Props = {
  transfer: ReadyTransfer;
  result: Output<typeof changeWallet>;
  onAnother: () => void;
  onDone: () => void;
};

/** Shows a money result as a receipt, not a toast. */
export function TransferReceipt({ transfer, result, onAnother, onDone }: Props) {
  const text = useText();
  const { amount, currency, from, to } = transfer;
  const fromName = text(`wallet.account.${from}`);
  const toName = text(`wallet.account.${to}`);
  const time = useMoment();
  const inCurrency = (value: typeof amount) => `${amountForSpeech(value)} ${currency}`;
  return (
    <section className="px-gutter pt-6" aria-live="polite">
      <div className="flex flex-col items-center gap-3 text-center">
        <span className="receipt__seal">
          <Icon name="check" />
        </span>
        <p className="text-label text-ink-2">{text('wallet.receipt.title')}</p>
        <p className="text-hero break-all">{inCurrency(amount)}</p>
      </div>
      <div className="mt-6">
        <Facts
          facts={[
            [text('wallet.from'), fromName],
            [text('wallet.to'), toName],
            [text('wallet.receipt.left', { account: fromName }), inCurrency(result.from.available)],
            [text('wallet.receipt.now', { account: toName }), inCurrency(result.to.available)],
            [text('wallet.transfers.time'), time(timeOfId(result.id as TimeOrderedId))], // The server makes such ids.
            [text('wallet.receipt.id'), <ReferenceLink key="id" id={result.id} />],
          ]}
        />
      </div>
      <div className="mt-6 grid grid-cols-2 gap-3">
        <Button onClick={onAnother}>{text('wallet.receipt.another')}</Button>
        <Button tone="primary" onClick={onDone}>
          {text('wallet.receipt.done')}
        </Button>
      </div>
    </section>
  );
}

/** The number by which the transfer is found again; it opens the transfer in the list. */
function ReferenceLink({ id }: { id: bigint }) {
  return (
    <Link className="hit text-brand" to={historyPath(id)}>
      {String(id)}
    </Link>
  );
}
