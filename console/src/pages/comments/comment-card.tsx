import { t } from '../../texts';
import { formatAgo } from '../../lib/dates';
import { safeHtml } from '../../lib/html';
import { type Comment } from '../../lib/types';
import { Button, Checkbox } from '../../ui/controls';
import { Icon, type IconName } from '../../ui/icons';
import { Avatar, Badge } from '../../ui/layout';
import { type CommentAction } from './comment-actions';
import { EditForm, ReplyForm } from './comment-forms';

interface CardProps {
  comment: Comment;
  postTitle: string;
  isSelected: boolean;
  onSelect(isOn: boolean): void;
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

export function CommentCard(props: CardProps) {
  const { comment, postTitle, isSelected, onSelect, mode, onMode, onAction, onPost } = props;
  const { status } = comment;
  const name = comment.author_name || t.comments.anonymous;
  const button = (icon: IconName, label: string, run: () => void) => (
    <Button key={label} small kind="quiet" icon={icon} onClick={run}>
      {label}
    </Button>
  );
  return (
    <li class="card comment" data-comment={comment.id} tabIndex={0} aria-label={t.comments.by({ name })}>
      <div class="comment-head">
        <Checkbox label={t.comments.select({ name })} hideLabel checked={isSelected} onChange={onSelect} />
        <Avatar name={comment.author_name} />
        <div class="grow">
          <strong>{name}</strong>
          {status === 'hold' && <Badge tone="warn">{t.comments.tabs.hold}</Badge>}
          <div class="muted small">
            {[comment.author_email, comment.author_ip, formatAgo(comment.date_gmt, comment.date)]
              .filter(Boolean)
              .join(' · ')}
          </div>
        </div>
        <button type="button" class="link-button small" onClick={onPost}>
          {postTitle}
        </button>
      </div>
      <div class="comment-text" dir="auto" dangerouslySetInnerHTML={{ __html: safeHtml(comment.content.rendered) }} />
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
      ) : mode === 'reply' ? (
        <ReplyForm comment={comment} onClose={() => onMode(undefined)} />
      ) : (
        <EditForm comment={comment} onClose={() => onMode(undefined)} />
      )}
    </li>
  );
}
