import { Module } from '@nestjs/common';
import { CommentRulesController, CommentRulesPolicy } from './comment-rules.admin.controller.js';
import { CommentRulesService } from './comment-rules.service.js';

/** What the console needs to change the rules for comments, in nestpress/v1. */
@Module({ controllers: [CommentRulesController], providers: [CommentRulesPolicy, CommentRulesService] })
export class CommentRulesAdminModule {}
