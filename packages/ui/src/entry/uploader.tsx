import { type ReactNode, useEffect, useId, useReducer, useRef, useState } from 'react';
import { Icon } from '../icons/icon.tsx';
import { Button } from './button.tsx';
import { Hint } from './field.tsx';
import { type Upload, uploadAfter } from './upload-state.ts';

type UploaderLabels = {
  camera: string;
  album: string;
  retry: string;
  again: string;
  sent: string;
  failed: string;
  /** Sends a picture although the check doubts it. */
  anyway?: string;
  checking?: string;
  preview: string;
  sending: (percent: number) => string;
};

/** A picture as it will be sent, and what may be wrong with it. */
type Checked = { file: File; doubt?: string | undefined };

type Props = {
  label: string;
  labels: UploaderLabels;
  /** Prepares a picture before it is sent; rejects what cannot be sent at all. */
  check?: (file: File) => Promise<Checked>;
  /** Which camera takes it. */
  facing?: 'user' | 'environment';
  send: (file: File, onProgress: (percent: number) => void) => Promise<void>;
  hint?: ReactNode;
  accept?: string;
};

/**
 * Uploads one picture from the camera or the album. Shows a preview while sending and offers a retry after a failure.
 */
export function Uploader({ label, labels, check = unchecked, facing, send, hint, accept = 'image/*' }: Props) {
  const id = useId();
  const [upload, dispatch] = useReducer(uploadAfter, { step: 'none' });
  const fail = (file: File) => (error: unknown) =>
    dispatch({ kind: 'stuck', file, why: error instanceof Error ? error.message : '' });
  const confirm = (file: File) => {
    dispatch({ kind: 'confirmed', file });
    send(file, (progress) => dispatch({ kind: 'moved', file, progress })).then(
      () => dispatch({ kind: 'arrived', file }),
      fail(file),
    );
  };
  const newest = useRef<File>(undefined);
  const start = (file: File) => {
    newest.current = file;
    dispatch({ kind: 'chosen', file });
    check(file).then(({ file: as, doubt }) => {
      if (newest.current !== file) return; // Another one was chosen meanwhile.
      if (doubt === undefined) confirm(as);
      else dispatch({ kind: 'doubted', file, as, why: doubt });
    }, fail(file));
  };
  const why = upload.step === 'failed' ? upload.why || labels.failed : undefined;
  const warning = upload.step === 'doubted' ? upload.why : undefined;
  return (
    <fieldset className="upload" aria-label={label} aria-describedby={`${id}-hint`}>
      {upload.step === 'none' ? (
        <div className="upload__ways">
          <SourceButton
            icon="camera"
            label={labels.camera}
            accept={accept}
            camera={facing ?? 'environment'}
            onFile={start}
          />
          <SourceButton icon="image" label={labels.album} accept={accept} onFile={start} />
        </div>
      ) : (
        <Sending upload={upload} labels={labels} accept={accept} start={start} confirm={confirm} />
      )}
      <Hint id={`${id}-hint`} error={why} warning={warning} hint={hint} />
    </fieldset>
  );
}

const unchecked = (file: File): Promise<Checked> => Promise.resolve({ file });

type SourceButtonProps = {
  icon: 'camera' | 'image';
  label: string;
  accept: string;
  camera?: 'user' | 'environment';
  small?: boolean;
  onFile: (file: File) => void;
};

function SourceButton({ icon, label, accept, camera, small = false, onFile }: SourceButtonProps) {
  return (
    <label className="upload__way">
      <input
        type="file"
        className="sr-only"
        accept={accept}
        {...(camera !== undefined && { capture: camera })}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
      <Icon name={icon} size={small ? 20 : 24} />
      {label}
    </label>
  );
}

type SendingProps = {
  upload: Exclude<Upload, { step: 'none' }>;
  labels: UploaderLabels;
  accept: string;
  start: (file: File) => void;
  confirm: (file: File) => void;
};

function Sending({ upload, labels, accept, start, confirm }: SendingProps) {
  const picture = usePicture(upload.file);
  return (
    <div className="upload__card">
      {picture !== undefined && <img className="upload__img" src={picture} alt={labels.preview} />}
      {upload.step === 'sending' && <Progress percent={upload.progress} labels={labels.sending(upload.progress)} />}
      <div className="upload__line" role="status">
        {upload.step === 'sent' && (
          <span className="upload__ok">
            <Icon name="check-circle" size={20} />
            {labels.sent}
          </span>
        )}
        {upload.step === 'checking' && labels.checking}
        {upload.step === 'doubted' && (
          <Button size="small" tone="line" onClick={() => confirm(upload.file)}>
            {labels.anyway}
          </Button>
        )}
        {upload.step === 'failed' && (
          <Button size="small" tone="line" onClick={() => start(upload.file)}>
            {labels.retry}
          </Button>
        )}
        {upload.step !== 'sending' && upload.step !== 'checking' && (
          <SourceButton icon="image" label={labels.again} accept={accept} small onFile={start} />
        )}
      </div>
    </div>
  );
}

function Progress({ percent, labels }: { percent: number; labels: string }) {
  return (
    <div className="upload__line">
      <span className="grow">{labels}</span>
      <progress className="upload__bar" value={percent} max={100} aria-label={labels} />
    </div>
  );
}

/** Returns an object URL of the chosen picture and revokes it when the picture is no longer shown. */
function usePicture(file: File): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
