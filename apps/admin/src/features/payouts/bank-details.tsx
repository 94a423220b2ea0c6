import type { Output } from '@app/protocol';
import * as routes from '@app/protocol/staff';
import { CopyText, Note } from '@app/ui';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { useMe } from '../../data/queries.ts';
import { useSay } from '../../data/texts.ts';
import { failureText } from '../../parts/reason-dialog.tsx';

type Card = Output<typeof routes.openPayoutCard>;

/** The bank details, opened by a press: each reading is recorded, and none is kept. */
export function BankDetails({ id }: { id: bigint }) {
  const say = useSay();
  const { roles } = useMe();
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () => call(routes.openPayoutCard, { id }),
    gcTime: 0,
  });
  if (!roles.some((role) => role === 'finance' || role === 'risk')) return null;
  return (
    <section aria-label={say('payouts.details')}>
      <div className="d-title d-cut">
        <h3>{say('payouts.details')}</h3>
        <small>{say('payouts.details_about')}</small>
      </div>
      {data === undefined ? (
        <div className="d-px grid gap-2 pb-2">
          <button type="button" className="d-btn" disabled={isPending} onClick={() => mutate()}>
            {say('payouts.details_open')}
          </button>
          {error !== null && (
            <p role="alert" className="text-danger">
              {failureText(error, say('failed.no_answer'))}
            </p>
          )}
        </div>
      ) : (
        <Details card={data} />
      )}
    </section>
  );
}

const FIELDS = [
  'real_name',
  'bank_account',
  'bank_name',
  'bank_address',
  'branch',
  'bank_code',
  'swift',
  'aba',
  'holder_address',
  'post_code',
  'receiver_phone',
] as const satisfies readonly (keyof Card)[];

function Details({ card }: { card: Card }) {
  const say = useSay();
  return (
    <>
      {!card.is_as_signed && (
        <div role="alert" className="d-px py-2">
          <Note icon="warn" tone="danger">
            {say('payouts.details_differ')}
          </Note>
        </div>
      )}
      <dl className="d-facts d-px pb-2">
        {FIELDS.filter((field) => card[field] !== '').map((field) => (
          <div key={field}>
            <dt>{say(`payouts.field.${field}`)}</dt>
            <dd>
              <CopyText
                text={card[field]}
                shown={card[field]}
                label={say('payouts.copy', { name: say(`payouts.field.${field}`) })}
                copiedLabel={say('frame.copied')}
                onFailure={() => undefined}
              />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
