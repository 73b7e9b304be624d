import { Module, type OnModuleInit } from '@nestjs/common';
import {
  DatabaseModule,
  EntriesModule,
  escapeAttribute,
  escapeHtml,
  NamespaceModule,
  ShortcodeRegistry,
} from '@nestpress/server';
import { CreateEvents1760000000100, Event } from './event.entity.js';
import { EventsController } from './events.controller.js';
import { EventsPolicy } from './events.policy.js';
import { EventsPresenter } from './events.presenter.js';
import { EventsService } from './events.service.js';
import { EventsStore } from './events.store.js';

@Module({
  imports: [
    NamespaceModule.register('events/v1'),
    DatabaseModule.forFeature([Event], [CreateEvents1760000000100]),
    EntriesModule,
  ],
  controllers: [EventsController],
  providers: [EventsPolicy, EventsPresenter, EventsService, EventsStore],
})
export class EventsModule implements OnModuleInit {
  constructor(private readonly shortcodes: ShortcodeRegistry) {}

  /** [when at="2030-05-01T19:00"]Wednesday night[/when] */
  onModuleInit(): void {
    this.shortcodes.register(
      'when',
      (attributes, content) =>
        `<time datetime="${escapeAttribute(attributes.get('at') ?? '')}">${escapeHtml(content)}</time>`,
      { cacheable: true },
    );
  }
}
