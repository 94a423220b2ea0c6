import { Delayed, ErrorPanel, NavBar, Page, SkeletonRows } from '@app/ui';
import { describeFailure } from '../../../shared/describe-failure.ts';
import { useText } from '../../../shared/texts.ts';
import { useBack } from '../../../shared/use-back.ts';
import { hasPasskeys } from '../api/passkey-login.ts';
import { usePasskeys } from '../api/passkeys.ts';
import { AddPasskey } from '../components/add-passkey.tsx';
import { PasskeyList } from '../components/passkey-list.tsx';
import { SECURITY_PATH } from '../components/with-security.tsx';

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
