import { Delayed, ErrorPanel, NavBar, Page, SkeletonRows } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { DeviceList } from './device-list.tsx';
import { useDevices } from './devices.ts';
import { EndOthers } from './end-others.tsx';
import { SECURITY_PATH } from './with-security.tsx';

/** /pages/plus/devices */
export default function DevicesScreen() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack(SECURITY_PATH) };
  const { data, error, refetch } = useDevices();
  const retry = { label: text('system.retry'), go: () => void refetch() };
  const isAlone = data?.list.every(({ is_current }) => is_current) ?? true;
  return (
    <Page bar={<NavBar title={text('security.devices')} back={back} />} {...(!isAlone && { foot: <EndOthers /> })}>
      {data === undefined && error === null && (
        <Delayed>
          <SkeletonRows count={3} />
        </Delayed>
      )}
      {data === undefined && error !== null && (
        <ErrorPanel title={text('system.load.failed')} text={describeFailure(error, text)} retry={retry} />
      )}
      {data !== undefined && <DeviceList list={data.list} isAlone={isAlone} />}
    </Page>
  );
}
