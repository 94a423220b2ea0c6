import { groupsOfFour } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { useSay } from '../data/texts.ts';
import { sha256Hex } from '../lib/sha256.ts';

/** Shows the exact text that people sign, and the hash of it that their passkeys sign. */
export function SignedText({ payload }: { payload: string }) {
  const say = useSay();
  const { data: digest } = useQuery({
    queryKey: ['sha256', payload],
    queryFn: () => sha256Hex(payload),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
  return (
    <section>
      <div className="d-title d-cut">
        <h3>{say('settings.exactly')}</h3>
      </div>
      <div className="d-px grid gap-2">
        <pre className="d-code ident">{payload}</pre>
        <p className="font-normal text-ink-3">{say('withdrawals.digest')}</p>
        <p className="ident wrap-anywhere">{digest === undefined ? '…' : groupsOfFour(digest)}</p>
      </div>
    </section>
  );
}
