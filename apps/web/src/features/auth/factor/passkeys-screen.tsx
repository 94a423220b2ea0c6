import { Delayed, ErrorPanel, NavBar, Page, SkeletonRows } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { SECURITY_PATH } from '../security/with-security.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { hasPasskeys } from './passkey-login.ts';
import { usePasskeys } from './passkeys.ts';

/** /pages/plus/passkeys */
export default function PasskeysScreen() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack(SECURITY_PATH) };
  const { data, error, refetch } = usePasskeys();
  const retry = { label: text('system.retry'), go: () => void refetch() };
  return (
    <Page
      bar={<NavBar title={text('security.passkeys')} back={back} />}
      {...(data !== undefined && hasPasskeys() && { foot: <AddPasskey /> })}
    >
      {data === undefined && error === null && (
        <Delayed>
          <SkeletonRows count={2} />
        </Delayed>
      )}
      {data === undefined && error !== null && (
        <ErrorPanel title={text('system.load.failed')} text={describeFailure(error, text)} retry={retry} />
      )}
      {data !== undefined && <PasskeyList list={data.list} />}
    </Page>
  );
}
