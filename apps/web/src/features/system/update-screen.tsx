import { Button } from '@app/ui';
import { renew } from '../../data/app/app-update.ts';
import { useText } from '../../data/app/texts.ts';
import { useServers } from '../../data/socket/servers.ts';
import { Shell } from './shell.tsx';

/** /pages/plus/update: shown instead of every page when the servers no longer support this version. */
export default function UpdateScreen() {
  const text = useText();
  const isFinal = useServers(({ state }) => state === 'outdated'); // Opened by a link it has a back button.
  return (
    <Shell
      name="forced"
      isFinal={isFinal}
      action={
        <Button tone="primary" onClick={() => void renew()}>
          {text('system.forced.action')}
        </Button>
      }
    />
  );
}
