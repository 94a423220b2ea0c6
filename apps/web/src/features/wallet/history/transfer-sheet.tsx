import { amountForSpeech, CopyText, Delayed, Empty, ErrorPanel, Facts, Sheet, Skeleton, showToast } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { HIDDEN, useHiddenAmounts } from '../../../data/account/hidden-amounts.ts';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { type Transfer, transferQuery } from './history-query.ts';
import { useMoment } from './use-moment.ts';

type Props = { id: bigint | undefined; onClose: () => void };

/** Shows one transfer in full, also one that the list has not loaded yet. */
export function TransferSheet({ id, onClose }: Props) {
  const text = useText();
  return (
    <Sheet open={id !== undefined} onClose={onClose} title={text('wallet.transfer')} closeLabel={text('system.close')}>
      {id !== undefined && <TransferDetails id={id} />}
    </Sheet>
  );
}

function TransferDetails({ id }: { id: bigint }) {
  const text = useText();
  const { data, error, isPending, refetch } = useQuery(transferQuery(useSessionScope(), id));
  if (isPending)
    return (
      <Delayed>
        <Skeleton className="h-60 rounded-card" />
      </Delayed>
    );
  if (data === undefined)
    return (
      <ErrorPanel
        title={text('system.load.failed')}
        text={describeFailure(error, text)}
        retry={{ label: text('system.retry'), go: () => void refetch() }}
      />
    );
  if (data === null)
    return <Empty title={text('wallet.transfers.missing')} text={text('wallet.transfers.missing.text')} />;
  return <TransferFacts transfer={data} />;
}

function TransferFacts({ transfer: { id, from_field, to_field, currency, number, at } }: { transfer: Transfer }) {
  const text = useText();
  const time = useMoment();
  const { isHidden } = useHiddenAmounts();
  return (
    <>
      <p className="pt-2 text-center text-hero break-all">
        {isHidden ? HIDDEN : amountForSpeech(number)} {currency}
      </p>
      <div className="mt-4">
        <Facts
          facts={[
            [text('wallet.from'), text(`wallet.account.${from_field}`)],
            [text('wallet.to'), text(`wallet.account.${to_field}`)],
            [text('wallet.transfers.state'), text('wallet.transfers.done')],
            [text('wallet.transfers.time'), time(at)],
            [text('wallet.receipt.id'), <TransferNumber key="id" id={id} />],
          ]}
        />
      </div>
    </>
  );
}

function TransferNumber({ id }: { id: bigint }) {
  const text = useText();
  return (
    <CopyText
      text={String(id)}
      shown={String(id)}
      label={text('wallet.transfers.copy')}
      copiedLabel={text('system.copied')}
      onFailure={() => showToast(text('refusal.copy_failed'), 'error')}
    />
  );
}
