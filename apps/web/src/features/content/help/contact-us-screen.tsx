import { buttonClass, Delayed, ErrorPanel, NavBar, Note, Page, SkeletonRows } from '@app/ui';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { ChannelList } from './channel-list.tsx';
import { channelsOf } from './channels.ts';
import { useSupport } from './support.ts';
import { VerifyChannel } from './verify-channel.tsx';

const CHAT = '/pages/common/liveChatView';

/** /pages/setting/contactUs */
export default function ContactUsScreen() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack() };
  return (
    <Page bar={<NavBar title={text('content.contact.title')} back={back} />}>
      <Channels />
      <div className="mt-6 grid gap-3 px-gutter pb-6">
        <Note icon="shield" tone="warn">
          {text('content.contact.never')}
        </Note>
        <Note icon="info">{text('content.contact.forged')}</Note>
        <div className="mt-1 grid grid-cols-2 gap-3">
          <Link className={buttonClass({ wide: true })} to={`${CHAT}?topic=complaint`}>
            {text('content.contact.complaint')}
          </Link>
          <Link className={buttonClass({ tone: 'primary', wide: true })} to={CHAT}>
            {text('content.contact.chat')}
          </Link>
        </div>
      </div>
    </Page>
  );
}

/** Without the channel list nothing can be checked: the screen reports that instead of guessing. */
function Channels() {
  const text = useText();
  const { data: support, error, isPending, refetch } = useSupport();
  if (isPending)
    return (
      <Delayed>
        <SkeletonRows count={3} />
      </Delayed>
    );
  if (support === undefined)
    return (
      <ErrorPanel
        title={text('system.load.failed')}
        text={describeFailure(error, text)}
        retry={{ label: text('system.retry'), go: () => void refetch() }}
      />
    );
  const channels = channelsOf(support, location.origin);
  return (
    <>
      <ChannelList channels={channels} />
      <VerifyChannel channels={channels} />
    </>
  );
}
