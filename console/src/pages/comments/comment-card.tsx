import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { post } from '../../lib/api';
import { formatAgo } from '../../lib/dates';
import { safeHtml } from '../../lib/html';
import { invalidate, useAction } from '../../lib/queries';
import { type Comment } from '../../lib/types';
import { Button, TextArea } from '../../ui/controls';
import { Icon, type IconName } from '../../ui/icons';
import { Avatar, Badge } from '../../ui/layout';
import { toast } from '../../ui/toasts';
import { type CommentAction } from './comment-actions';

interface CardProps {
  comment: Comment;
  postTitle: string;
  mode: 'reply' | 'edit' | undefined;
  onMode(mode: 'reply' | 'edit' | undefined): void;
  onAction(action: CommentAction): void;
  onPost(): void;
}

const ACTIONS: Record<string, readonly CommentAction[]> = {
  hold: ['approve', 'spam', 'trash'],
  approved: ['hold', 'spam', 'trash'],
  spam: ['hold', 'delete'],
  trash: ['hold', 'delete'],
};

const ICONS: Record<CommentAction, IconName> = {
  approve: 'check',
  hold: 'restore',
  spam: 'spam',
  trash: 'trash',
  delete: 'trash',
};

export function CommentCard({ comment, postTitle, mode, onMode, onAction, onPost }: CardProps) {
  const { author_name: name, status } = comment;
  const button = (icon: IconName, label: string, run: () => void) => (
    <Button key={label} small kind="quiet" icon={icon} onClick={run}>
      {label}
    </Button>
  );
  return (
    <li
      class="card comment"
      data-comment={comment.id}
      tabIndex={0}
      aria-label={t.comments.by(name || t.comments.anonymous)}
    >
      <div class="comment-head">
        <Avatar name={name} />
        <div class="grow">
          <strong>{name || t.comments.anonymous}</strong>
          {status === 'hold' && <Badge tone="warn">{t.comments.tabs.hold}</Badge>}
          <div class="muted small">
            {[comment.author_email, comment.author_ip, formatAgo(comment.date_gmt)].filter(Boolean).join(' · ')}
          </div>
        </div>
        <button type="button" class="link-button small" onClick={onPost}>
          {postTitle}
        </button>
      </div>
      <div class="comment-text" dangerouslySetInnerHTML={{ __html: safeHtml(comment.content.rendered) }} />
      {mode === undefined ? (
        <div class="row comment-actions">
          {(ACTIONS[status] ?? []).map((action) =>
            button(ICONS[action], t.comments.actions[action], () => onAction(action)),
          )}
          {(status === 'approved' || status === 'hold') && button('reply', t.comments.reply, () => onMode('reply'))}
          {button('edit', t.actions.edit, () => onMode('edit'))}
          <a class="button button-small button-quiet" href={comment.link} target="_blank" rel="noopener">
            <Icon name="external" size={16} />
            {t.actions.view}
          </a>
        </div>
      ) : (
        <CommentForm comment={comment} mode={mode} onClose={() => onMode(undefined)} />
      )}
    </li>
  );
}

/** Answers or changes a comment. A reply to a comment that waits approves it. */
function CommentForm({ comment, mode, onClose }: { comment: Comment; mode: 'reply' | 'edit'; onClose(): void }) {
  const isReply = mode === 'reply';
  const [text, setText] = useState(isReply ? '' : (comment.content.raw ?? ''));
  const save = useAction(async () => {
    if (isReply) {
      if (comment.status === 'hold') await post(`wp/v2/comments/${comment.id}`, { status: 'approve' });
      await post('wp/v2/comments', { post: comment.post, parent: comment.id, content: text });
      toast.info(t.comments.replied);
    } else {
      await post(`wp/v2/comments/${comment.id}`, { content: text });
      toast.info(t.editor.saved);
    }
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
        if (event.key === 'Escape') onClose();
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save.run();
      }}
    >
      <TextArea
        label={isReply ? t.comments.replyTo(comment.author_name) : t.comments.text}
        value={text}
        onChange={setText}
        autofocus
      />
      <div class="row">
        <Button type="submit" kind="primary" small isBusy={save.isBusy} disabled={text.trim() === ''}>
          {isReply ? t.comments.send : t.actions.save}
        </Button>
        <Button small onClick={onClose}>
          {t.actions.cancel}
        </Button>
      </div>
    </form>
  );
}
