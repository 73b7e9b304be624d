import { type ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { post } from '../../lib/api';
import { invalidate, useAction, useSchema } from '../../lib/queries';
import { useUnsaved } from '../../lib/router';
import { type Comment } from '../../lib/types';
import { Button, TextArea, TextField } from '../../ui/controls';
import { useFieldErrors } from '../../fields/field-errors';
import { CustomFields } from '../../ui/custom-fields';
import { MetaFields } from '../../ui/meta-fields';
import { toast } from '../../ui/toasts';
import { changedMembers, customFieldsBody } from '../editor/values';

interface FormProps {
  comment: Comment;
  onClose(): void;
}

/** Replies to a comment. A reply to a pending comment approves it. */
export function ReplyForm({ comment, onClose }: FormProps) {
  const [text, setText] = useState('');
  const send = async () => {
    if (comment.status === 'hold') await post(`wp/v2/comments/${comment.id}`, { status: 'approve' });
    await post('wp/v2/comments', { post: comment.post, parent: comment.id, content: text });
    toast.info(t.comments.replied);
  };
  return (
    <CommentForm
      submit={t.comments.send}
      isEmpty={text.trim() === ''}
      isDirty={text.trim() !== ''}
      onSubmit={send}
      onClose={onClose}
    >
      <TextArea
        label={t.comments.replyTo({ name: comment.author_name || t.comments.anonymous })}
        value={text}
        onChange={setText}
        autofocus
      />
    </CommentForm>
  );
}

/** Changes a comment: its text, the name and addresses that a guest left, and its meta. Sends only what changed. */
export function EditForm({ comment, onClose }: FormProps) {
  const schema = useSchema('wp/v2/comments');
  const [acf, setAcf] = useState<Record<string, unknown>>({});
  const fields = useFieldErrors('acf_form');
  const saved = {
    content: comment.content.raw ?? '',
    author_name: comment.author_name,
    author_email: comment.author_email,
    author_url: comment.author_url,
  };
  const [values, setValues] = useState(saved);
  const [meta, setMeta] = useState(comment.meta ?? {});
  const { errors, watch } = useFieldErrors();
  const set = (name: keyof typeof values) => (value: string) => setValues({ ...values, [name]: value });
  const save = async () => {
    const changedMeta = changedMembers(meta, comment.meta ?? {});
    const body = {
      ...changedMembers(values, saved),
      ...(Object.keys(changedMeta).length > 0 && { meta: changedMeta }),
      ...customFieldsBody(acf),
    };
    await watch(() => fields.watch(() => post(`wp/v2/comments/${comment.id}`, body)));
    toast.info(t.editor.saved);
  };
  return (
    <CommentForm
      submit={t.actions.save}
      isEmpty={values.content.trim() === ''}
      isDirty={JSON.stringify([values, meta, acf]) !== JSON.stringify([saved, comment.meta ?? {}, {}])}
      onSubmit={save}
      onClose={onClose}
    >
      <TextArea label={t.comments.text} value={values.content} onChange={set('content')} autofocus />
      {comment.author === 0 && (
        <div class="two-columns">
          <TextField label={t.comments.authorName} value={values.author_name} onChange={set('author_name')} />
          <TextField
            label={t.comments.authorEmail}
            type="email"
            value={values.author_email}
            onChange={set('author_email')}
          />
          <TextField label={t.comments.authorUrl} type="url" value={values.author_url} onChange={set('author_url')} />
        </div>
      )}
      <MetaFields
        members={schema?.meta?.properties}
        stored={comment.meta}
        value={meta}
        errors={errors}
        onChange={setMeta}
      />
      {schema?.acf && (
        <CustomFields
          kind="comment"
          route="wp/v2/comments"
          id={comment.id}
          changes={acf}
          errors={fields.errors}
          onChange={setAcf}
        />
      )}
    </CommentForm>
  );
}

interface CommentFormProps {
  submit: string;
  isEmpty: boolean;
  isDirty: boolean;
  onSubmit(): Promise<void>;
  onClose(): void;
  children: ComponentChildren;
}

function CommentForm({ submit, isEmpty, isDirty, onSubmit, onClose, children }: CommentFormProps) {
  const leave = useUnsaved(isDirty, onClose);
  const save = useAction(async () => {
    await onSubmit();
    invalidate('wp/v2/comments', 'nestpress/v1/counts');
    onClose();
  });
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void save.run();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') leave();
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isEmpty) void save.run();
      }}
    >
      {children}
      <div class="row">
        <Button type="submit" kind="primary" small isBusy={save.isBusy} disabled={isEmpty}>
          {submit}
        </Button>
        <Button small onClick={leave}>
          {t.actions.cancel}
        </Button>
      </div>
    </form>
  );
}
