import { CallRefused } from '@app/client/call';
import { AMOUNT_PLACES_MAX } from '@app/domain/checks';
import { claimDeposit } from '@app/protocol/deposit';
import { AmountField, Button, Choices, Field, Icon, Uploader } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { networkWithStandard } from '../../../data/account/network-name.ts';
import { useText } from '../../../data/app/texts.ts';
import { call } from '../../../data/call/call.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { upload } from '../../../data/call/upload.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { useConnection } from '../../../data/socket/connection.ts';
import { RECORDS_PATH } from '../deposit-gate.tsx';
import type { Network } from '../networks.ts';
import { type ClaimForm as Form, isHashWrong, type ReadyClaim, readClaim } from './claim-view.ts';
import { claimsQuery } from './claims-query.ts';

type Props = {
  currency: string;
  networks: readonly Network[];
  chosen: string | undefined;
  onClose: () => void;
};

/** Asks what was sent and for a picture of it, and says what happens next. */
export function ClaimForm({ currency, networks, chosen, onClose }: Props) {
  const text = useText();
  const [first] = networks;
  const known = networks.some(({ chain }) => chain === chosen)
    ? chosen
    : networks.length === 1
      ? first?.chain
      : undefined;
  const [form, setForm] = useState<Form>({ chain: known ?? '', amount: '', hash: '', picture: '' });
  const [isTried, setTried] = useState(false);
  const { mutate, isPending, isSuccess, error } = useSendClaim(currency);
  const ready = readClaim(form, networks);
  const change = (part: Partial<Form>) => setForm((before) => ({ ...before, ...part }));
  if (isSuccess) return <Sent onClose={onClose} />;
  const send = () => {
    setTried(true);
    if (ready !== undefined) mutate(ready);
  };
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-2">{text('deposit.claim.about')}</p>
      {networks.length > 1 && (
        <Choices
          label={text('deposit.network')}
          choices={networks.map(({ chain }) => ({ value: chain, label: networkWithStandard(chain) }))}
          value={form.chain as Network['chain']} // Empty: none is chosen.
          onChoose={(chain) => change({ chain })}
        />
      )}
      <AmountField
        label={text('deposit.claim.amount')}
        value={form.amount}
        places={AMOUNT_PLACES_MAX}
        onChange={(amount) => change({ amount })}
        aside={null}
        unit={<span className="text-ink-2">{currency}</span>}
        presets={[]}
      />
      <Field
        label={text('deposit.claim.tx')}
        hint={text('deposit.claim.tx.hint')}
        error={isHashWrong(form.hash) ? text('deposit.claim.tx.wrong') : undefined}
        value={form.hash}
        maxLength={80}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => change({ hash: event.target.value })}
      />
      <Picture onSent={(picture) => change({ picture })} />
      <Next />
      {isTried && ready === undefined && (
        <p className="hint hint--error" role="alert">
          <Icon name="warn" size={16} />
          {text('deposit.claim.missing')}
        </p>
      )}
      <Failure error={error} />
      <Button tone="primary" wide busy={isPending} onClick={send}>
        {text('deposit.claim.send')}
      </Button>
    </div>
  );
}

function useSendClaim(currency: string) {
  const queryClient = useQueryClient();
  const scope = useSessionScope();
  return useSubmit({
    mutationFn: ({ chain, amount, txHash, voucher }: ReadyClaim) =>
      call(claimDeposit, { currency, chain, amount, voucher, ...(txHash !== undefined && { tx_hash: txHash }) }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: claimsQuery(scope).queryKey }),
  });
}

/** A refusal says what is wrong; without an answer it is not certain that nothing arrived. */
function Failure({ error }: { error: Error | null }) {
  const text = useText();
  const isOffline = useConnection(({ isOnline }) => !isOnline);
  if (error === null) return null;
  const isUnknown = !(error instanceof CallRefused) && !isOffline;
  return (
    <p className="hint hint--error" role="alert">
      <Icon name="warn" size={16} />
      {isUnknown ? text('deposit.claim.unknown') : describeFailure(error, text)}
    </p>
  );
}

const ID_LENGTH = 22;
/** An upload's address ends with its id. */
const idIn = (address: string): string => address.slice(-ID_LENGTH);

function Picture({ onSent }: { onSent: (id: string) => void }) {
  const text = useText();
  const send = async (file: File, onProgress: (percent: number) => void) =>
    onSent(idIn(await upload(file, { purpose: 'voucher', onProgress })));
  return (
    <Uploader
      label={text('deposit.claim.picture')}
      send={send}
      hint={text('deposit.claim.picture.hint')}
      labels={{
        camera: text('deposit.claim.photo.camera'),
        album: text('deposit.claim.photo.album'),
        retry: text('deposit.claim.photo.retry'),
        again: text('deposit.claim.photo.again'),
        sent: text('deposit.claim.photo.sent'),
        failed: text('deposit.claim.photo.failed'),
        preview: text('deposit.claim.photo.preview'),
        sending: (percent) => text('deposit.claim.photo.sending', { percent }),
      }}
    />
  );
}

const STEPS = ['look', 'confirm', 'credit'] as const;

function Next() {
  const text = useText();
  return (
    <section className="card">
      <h3 className="font-medium">{text('deposit.claim.next')}</h3>
      <ol className="mt-2 flex list-decimal flex-col gap-1 ps-5 text-ink-2">
        {STEPS.map((step) => (
          <li key={step}>{text(`deposit.claim.next.${step}`)}</li>
        ))}
      </ol>
    </section>
  );
}

function Sent({ onClose }: { onClose: () => void }) {
  const text = useText();
  return (
    <div className="flex flex-col gap-4" role="status">
      <p className="flex items-center gap-2 text-h3">
        <span className="text-ok">
          <Icon name="check-circle" />
        </span>
        {text('deposit.claim.sent')}
      </p>
      <p className="text-ink-2">{text('deposit.claim.sent.text')}</p>
      <div className="pair">
        <Button onClick={onClose}>{text('system.close')}</Button>
        <Link className="btn btn--primary" to={RECORDS_PATH} replace>
          {text('deposit.records')}
        </Link>
      </div>
    </div>
  );
}
